import { useState } from 'react';
import { admin, failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';
import { refuseOtherFiles, uploadPicture } from './upload-picture.ts';

/** Sends pictures, tells how far they have come and how it went. */
export function useUpload() {
  const { uploads } = admin.useUtils();
  /** From 0 to 1; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null);

  /** The picture's address, or null when it could not be sent. */
  const send = async (file: File): Promise<string | null> => {
    setProgress(0);
    try {
      refuseOtherFiles(file);
      const target = await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
      const address = await uploadPicture(file, target, setProgress);
      toast.success('Image uploaded successfully');
      void uploads.list.invalidate();
      return address;
    } catch (error) {
      console.error(error);
      toast.error('Failed to upload image', { description: failureOf(error).message });
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}
