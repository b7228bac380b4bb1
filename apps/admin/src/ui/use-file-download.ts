import { useState } from 'react';
import { useShownChange } from '../api/use-change.ts';
import { downloadFile } from './download-file.ts';

/** `content` is in base64. */
type SentFile = { filename: string; content: string; contentType: string };

/** For a file that needs the session, so that a link cannot load it. `failed` is the title of a failure. */
export function useFileDownload(load: () => Promise<SentFile>, failed: string) {
  const { change, outcome } = useShownChange();
  const [isLoading, setLoading] = useState(false);
  const loadAndSave = async () => {
    const { filename, content, contentType } = await load();
    downloadFile(
      filename,
      Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)),
      contentType,
    );
  };
  return {
    isLoading,
    outcome,
    async startDownload() {
      setLoading(true);
      await change(loadAndSave, { failed });
      setLoading(false);
    },
  };
}
