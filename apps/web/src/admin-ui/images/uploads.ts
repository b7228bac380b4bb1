import { createContext, use, useState } from 'react';

type Uploads = {
  isUploading: boolean;
  /** Counts an upload for as long as it takes. */
  during: <T>(upload: Promise<T>) => Promise<T>;
};

const UploadsContext = createContext<Uploads | null>(null);
export const UploadsProvider = UploadsContext.Provider;

/** The uploads of one form, which cannot be saved before they are done. */
export function useUploadCount(): Uploads {
  const [running, setRunning] = useState(0);
  return {
    isUploading: running > 0,
    during: async (upload) => {
      setRunning((count) => count + 1);
      try {
        return await upload;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('A picture field stands outside a form');
  return uploads;
}
