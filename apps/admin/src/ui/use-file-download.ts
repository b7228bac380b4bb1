import { useState } from 'react';
import { useChangeWithOutcome } from '../api/use-change.ts';
import { downloadFile } from './download-file.ts';

/** `content` is in base64. */
type Base64File = { filename: string; content: string; contentType: string };

/**
 * Downloads a file that needs the session, so that a plain link cannot load it. `failed` is the title of the
 * error. `handOver` gets the file.
 */
export function useFileDownload<What extends unknown[]>(
  load: (...what: What) => Promise<Base64File>,
  failed: string,
  handOver: typeof downloadFile = downloadFile,
) {
  const { change, outcome } = useChangeWithOutcome();
  const [isLoading, setLoading] = useState(false);
  const downloadSentFile = async (what: What) => {
    const { filename, content, contentType } = await load(...what);
    handOver(
      filename,
      Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)),
      contentType,
    );
  };
  return {
    isLoading,
    outcome,
    async startDownload(...what: What) {
      setLoading(true);
      await change(() => downloadSentFile(what), { failed });
      setLoading(false);
    },
  };
}
