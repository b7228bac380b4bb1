import { createContext, use, useState } from 'react';

type UploadsState = {
  isUploading: boolean;
  track: <T>(upload: Promise<T>) => Promise<T>;
};

const UploadsContext = createContext<UploadsState | null>(null);
export const UploadsProvider = UploadsContext.Provider;

/** The form cannot be saved while uploads run. */
export function useRunningUploadCount(): UploadsState {
  const [running, setRunning] = useState(0);
  return {
    isUploading: running > 0,
    track: async (upload) => {
      setRunning((count) => count + 1);
      try {
        return await upload;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}

export function useRunningUploads(): UploadsState {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('An image field must be inside a form');
  return uploads;
}
