import { documentFaults, documentLimits } from '@institute/contract/applicant-documents.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';
import { prepareSharp, readMetadata, renderOnce, turnUpright } from './image-decoding.ts';

/** Entry point of the process that encodes one photo anew and exits. `photo.service.ts` starts it. */

const QUALITY = 80;
const MOST = { width: documentLimits.edge, height: documentLimits.edge, pixels: uploadLimits.pixels };

const { unreadable, heic, manyPixels } = documentFaults;
const refusals = { other: unreadable, heic, damaged: unreadable, pixels: manyPixels };

prepareSharp();
renderOnce(refusals, async (sent) => {
  const metadata = await readMetadata(sent, refusals, MOST.pixels);
  const upright = await turnUpright(sent, metadata, MOST);
  return upright.flatten({ background: '#fff' }).jpeg({ quality: QUALITY }).toBuffer();
});
