import {
  documentFaults,
  documentLimits,
  serverDocumentFaults,
} from '@institute/contract/applicant-documents.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';
import { prepareSharp, readMetadata, sendRenderingToParent, turnUpright } from './image-decoding.ts';

/** Entry point of the process that encodes one photo anew and exits. `photo.service.ts` starts it. */

const JPEG_QUALITY = 80;
const MAX_PHOTO_SIZE = {
  width: documentLimits.edge,
  height: documentLimits.edge,
  pixels: uploadLimits.pixels,
};

const { unreadable, heic } = documentFaults;
const { manyPixels } = serverDocumentFaults;
const refusalMessages = { other: unreadable, heic, damaged: unreadable, pixels: manyPixels };

prepareSharp();
sendRenderingToParent(refusalMessages, async (sent) => {
  const photoMetadata = await readMetadata(sent, refusalMessages, MAX_PHOTO_SIZE.pixels);
  const uprightPhoto = await turnUpright(sent, photoMetadata, MAX_PHOTO_SIZE);
  return uprightPhoto.flatten({ background: '#fff' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
});
