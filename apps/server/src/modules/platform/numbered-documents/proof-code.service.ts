import { randomInt } from 'node:crypto';
import type { ReceiptProof } from '@institute/contract';
import { readReceiptCode } from '@institute/contract/receipts.constants';
import { proofCodeCharacters } from '@institute/contract/reference';
import type { Ctx } from '../../../context.ts';
import { makeCodeCheck, notFoundError } from '../../../errors.ts';
import { countFailures } from '../wrong-tries/wrong-try.service.ts';

/** Finds a receipt by its bare code. */
export type FindProof = (ctx: Pick<Ctx, 'em'>, receiptCode: string) => Promise<ReceiptProof | null>;

export const makeProofCode = (length: number): string =>
  Array.from({ length }, () => proofCodeCharacters.charAt(randomInt(proofCodeCharacters.length))).join('');

/**
 * Slows down wrong codes only. A right code cannot be guessed, so it is answered even when others have typed many
 * wrong ones.
 */
export const guardProofCode = <Proof>(
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  network: string,
  find: () => Promise<Proof>,
): Promise<Proof> =>
  countFailures(ctx, [{ rule: 'proof code from network', key: network }], find, makeCodeCheck('NOT_FOUND'));

export const checkReceipt = (
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  code: string,
  { network, finders }: { network: string; finders: readonly FindProof[] },
): Promise<ReceiptProof> =>
  guardProofCode(ctx, network, async () => {
    const receiptCode = readReceiptCode(code);
    for (const findProof of finders) {
      const foundProof = receiptCode && (await findProof(ctx, receiptCode));
      if (foundProof) return foundProof;
    }
    throw notFoundError('Receipt not found');
  });
