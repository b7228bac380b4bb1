import type { IntakeInput, PriceInput, ProgramInput } from '@institute/contract';
import type { Instalment } from '@institute/contract/instalments.constants';
import { addDays, toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { makeItemTag } from '../../../../database/item-tag.ts';
import { makePlainRowReader } from '../../../../database/plain-rows.ts';
import { listIds } from '../../../../sql.ts';
import type { ContentService } from '../../../platform/content/content.service.ts';
import { IntakeEntity } from '../../intakes/intake.entity.ts';
import { ProgramEntity } from '../../programs/program.entity.ts';

export interface PricedServices {
  programs: Pick<ContentService<unknown, ProgramInput>, 'update'>;
  intakes: Pick<ContentService<unknown, IntakeInput>, 'update'>;
}

interface PricedItem {
  id: number;
  instalments: readonly Instalment[];
  /** Version of the item, which a change sends as `ifMatch`. */
  tag: string;
}
interface PricedProgram extends PricedItem {
  name: string;
  /** In UGX. */
  price: number;
  /** An intake without instalments has those of the program. `startsOn` is a day in Kampala. */
  intakes: (PricedItem & { startsOn: string })[];
}

/** Days for which an intake is listed after its start, because people join late. */
const LISTED_DAYS = 365;

const selectPrograms = makePlainRowReader(ProgramEntity);
const selectIntakes = makePlainRowReader(IntakeEntity);

/** Lists all programs outside the trash, also those that visitors do not see. */
export async function listPrices(ctx: Pick<Ctx, 'em' | 'now'>): Promise<PricedProgram[]> {
  const foundPrograms = await selectPrograms(ctx, { where: () => ({ deletedAt: null }) }).find({
    fields: ['id', 'version', 'name', 'price', 'instalments'],
    orderBy: { name: 'asc', id: 'asc' },
  });
  const firstStart = addDays(toLocalDay(ctx.now()), -LISTED_DAYS);
  const listedIntakes = await selectIntakes(ctx, {
    where: () => ({
      programId: { $in: listIds(foundPrograms) },
      deletedAt: null,
      startsOn: { $gte: firstStart },
    }),
  }).find({
    fields: ['id', 'version', 'programId', 'startsOn', 'instalments'],
    orderBy: { startsOn: 'asc', id: 'asc' },
  });
  return foundPrograms.map(({ version, ...program }) => ({
    ...program,
    tag: makeItemTag('program', { id: program.id, version }),
    intakes: listedIntakes
      .filter(({ programId }) => programId === program.id)
      .map(({ id, version: seen, startsOn, instalments }) => ({
        id,
        startsOn,
        instalments,
        tag: makeItemTag('intake', { id, version: seen }),
      })),
  }));
}

/** Changes the program or the intake as its form does, for accounts that only have the right to fees. */
export async function setPriceTerms(
  ctx: Ctx,
  services: PricedServices,
  { programId, intakeId, ifMatch, ...terms }: PriceInput,
): Promise<void> {
  if (programId !== undefined) await services.programs.update(ctx, programId, terms, ifMatch);
  if (intakeId === undefined) return;
  const { price, ...own } = terms;
  await services.intakes.update(ctx, intakeId, own, ifMatch);
}
