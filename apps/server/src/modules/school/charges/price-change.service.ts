import { chooseInstalments, sumInstalments } from '@institute/contract/instalments.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { maySee, needs } from '@institute/contract/rights.constants';
import { AppError } from '../../../errors.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import type { ChangePrice, Terms } from '../programs/program.entity.ts';
import { recordControlNotes } from './control-note.service.ts';

const sumTerms = ({ price, instalments = [] }: Terms): number =>
  price === undefined
    ? sumInstalments(instalments)
    : sumInstalments(chooseInstalments({ price, program: instalments }));

const isSameTerms = (one: Terms, other: Terms): boolean =>
  JSON.stringify([one.price, listInstalments(one)]) === JSON.stringify([other.price, listInstalments(other)]);
const listInstalments = ({ instalments = [] }: Terms) =>
  instalments.map(({ label, amount, dueDays }) => [label, amount, dueDays]);

const describeTerms = (terms: Terms): string =>
  terms.price === undefined && terms.instalments?.length === 0
    ? 'the fee of the program'
    : formatLocalMoney(sumTerms(terms));

/** Names the item, because an import has many. */
function makePriceRefusal(name: string, former: Terms | null): AppError {
  const instead = former ? 'Leave them as they are' : 'Leave a new one at 0 without instalments';
  const message = `Price and instalments of “${name}” are set with the right to fees. ${instead}, or ask an owner`;
  return new AppError('FORBIDDEN', message);
}

/**
 * Price and instalments are set by who keeps the fees. Notes for Control what changes; a new program or intake has no
 * `former` terms. `nameIt` names it.
 */
export const changePrice: ChangePrice = async (tx, nameIt, former, given) => {
  const before = former ?? { ...(given.price !== undefined && { price: 0 }), instalments: [] };
  const terms = { price: given.price ?? before.price, instalments: given.instalments ?? before.instalments };
  if (isSameTerms(before, terms)) return;
  const { actor } = tx;
  // Demo content comes without an account
  if (actor && !maySee(actor, needs.fees)) throw makePriceRefusal(await nameIt(), former);
  // Receipts and statements name them
  await refuseForeignWords(
    tx,
    (given.instalments ?? []).map(({ label }) => label),
  );
  if (!former) return;
  const note = `${await nameIt()}: ${describeTerms(former)}, now ${describeTerms(terms)}`;
  const amount = sumTerms(former) - sumTerms(terms);
  await recordControlNotes(tx, [{ kind: 'price', registrationId: null, amount, note }]);
};
