import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { admin, failureOf } from '../api/admin.ts';
import { refuseOtherFiles, uploadImage } from './upload-image.ts';

export function useUpload() {
  const { uploads } = admin.useUtils();
  /** From 0 to 1; null when no upload runs. */
  const [progress, setProgress] = useState<number | null>(null);

  const send = async (file: File): Promise<string | null> => {
    setProgress(0);
    try {
      refuseOtherFiles(file);
      const target = await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
      const address = await uploadImage(file, target, setProgress);
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
