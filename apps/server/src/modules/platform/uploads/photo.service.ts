import { documentFaults } from '@institute/contract/applicant-documents.constants';
import { makeQueuesByApp, type QueueOwner } from '../../../background/work-queue.ts';
import { renderInProcess } from './image.ts';

/** Decoding takes much memory: each app decodes two photos at once, those of different people in turns. */
const findPhotoQueue = makeQueuesByApp({ atOnce: 2 });

/** The photo of a paper as a JPEG: its pixels upright, without place and time. `owner` stands for whoever sends it. */
export const encodePhoto = (app: QueueOwner, owner: string, sent: Buffer): Promise<Buffer> =>
  findPhotoQueue(app).run(
    () => renderInProcess<Buffer>('photo.process.ts', sent, documentFaults.unreadable),
    { group: owner },
  );
