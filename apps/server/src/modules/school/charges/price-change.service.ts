import { chooseInstalments, sumInstalments } from '@institute/contract/instalments.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { maySee, needs } from '@institute/contract/rights.constants';
import { AppError } from '../../../errors.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import type { ChangePrice, PriceTerms } from '../programs/program.entity.ts';
import { recordControlNotes } from './control-note.service.ts';

const sumPriceTerms = ({ price, instalments = [] }: PriceTerms): number =>
  price === undefined
    ? sumInstalments(instalments)
    : sumInstalments(chooseInstalments({ price, program: instalments }));

const isSamePriceTerms = (one: PriceTerms, other: PriceTerms): boolean =>
  JSON.stringify([one.price, listInstalments(one)]) === JSON.stringify([other.price, listInstalments(other)]);
const listInstalments = ({ instalments = [] }: PriceTerms) =>
  instalments.map(({ label, amount, dueDays }) => [label, amount, dueDays]);

const describePriceTerms = (terms: PriceTerms): string =>
  terms.price === undefined && terms.instalments?.length === 0
    ? 'the fee of the program'
    : formatLocalMoney(sumPriceTerms(terms));

/** Names the item, because an import changes many items. */
function makePriceRefusal(name: string, former: PriceTerms | null): AppError {
  const adviceText = former ? 'Leave them as they are' : 'Leave a new one at 0 without instalments';
  const message = `Price and instalments of “${name}” are set with the right to fees. ${adviceText}, or ask an owner`;
  return new AppError('FORBIDDEN', message);
}

/**
 * Refuses a change of price or instalments by accounts without the right to fees, and notes the change for
 * *Control*. A new program or intake has no `former` terms. `nameIt` returns the name of the program or intake.
 */
export const changePrice: ChangePrice = async (tx, nameIt, former, given) => {
  const formerTerms = former ?? { ...(given.price !== undefined && { price: 0 }), instalments: [] };
  const changedTerms = {
    price: given.price ?? formerTerms.price,
    instalments: given.instalments ?? formerTerms.instalments,
  };
  if (isSamePriceTerms(formerTerms, changedTerms)) return;
  const { actor } = tx;
  // Demo content is stored without an account, and needs no right
  if (actor && !maySee(actor, needs.fees)) throw makePriceRefusal(await nameIt(), former);
  // Receipts and statements name the labels of instalments
  await refuseForeignWords(
    tx,
    (given.instalments ?? []).map(({ label }) => label),
  );
  if (!former) return;
  const controlNoteText = `${await nameIt()}: ${describePriceTerms(former)}, now ${describePriceTerms(changedTerms)}`;
  const loweredAmount = sumPriceTerms(former) - sumPriceTerms(changedTerms);
  await recordControlNotes(tx, [
    { kind: 'price', registrationId: null, amount: loweredAmount, note: controlNoteText },
  ]);
};
