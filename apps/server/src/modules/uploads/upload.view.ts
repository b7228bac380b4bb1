import type { UploadAnswer } from '@institute/contract';
import type { UploadRow } from './upload.entity.ts';
import { placeOf } from './upload-path.ts';

type Shown = Pick<UploadRow, 'url' | 'width' | 'height' | 'format' | 'bytes'>;

export const uploadView = ({ url, width, height, format, bytes }: Shown): UploadAnswer => ({
  secure_url: url,
  public_id: placeOf(url).folder,
  width,
  height,
  format,
  bytes,
});
