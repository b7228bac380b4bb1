import { documentFaults } from '@institute/contract/applicant-documents.constants';
import { makeWorkQueue } from '../../../background/work-queue.ts';
import { renderInProcess } from './image.ts';

/** Decoding takes much memory: each app decodes two photos at once, those of different people in turns. */
const photoQueues = new WeakMap<object, ReturnType<typeof makeWorkQueue>>();

/**
 * The photo of a paper as a JPEG: its pixels upright, without place and time. `changes` stands for the app, `owner` for
 * whoever sends it.
 */
export async function encodePhoto(
  { changes }: { changes: object },
  owner: string,
  sent: Buffer,
): Promise<Buffer> {
  const photoQueue = photoQueues.get(changes) ?? makeWorkQueue({ atOnce: 2 });
  photoQueues.set(changes, photoQueue);
  const endQueueTurn = await photoQueue.take({ group: owner });
  try {
    return await renderInProcess<Buffer>('photo.process.ts', sent, documentFaults.unreadable);
  } finally {
    endQueueTurn();
  }
}
