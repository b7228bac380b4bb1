import type { IntakeInput, PriceInput, ProgramInput } from '@institute/contract';
import type { Instalment } from '@institute/contract/instalments.constants';
import { addDays, toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { makeItemTag } from '../../../../database/item-tag.ts';
import { makePlainRows } from '../../../../database/plain-rows.ts';
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
  /** The version to send as `ifMatch`. */
  tag: string;
}
interface PricedProgram extends PricedItem {
  name: string;
  /** In UGX. */
  price: number;
  /** Without instalments of its own it has those of the program. `startsOn` is a day in Kampala. */
  intakes: (PricedItem & { startsOn: string })[];
}

/** People join late, so an intake is listed for so long after its start. */
const LISTED_DAYS = 365;

const programs = makePlainRows(ProgramEntity);
const intakes = makePlainRows(IntakeEntity);

/** All programs that are not in the trash, also those that visitors do not see. */
export async function listPrices(ctx: Pick<Ctx, 'em' | 'now'>): Promise<PricedProgram[]> {
  const found = await programs(ctx, { where: () => ({ deletedAt: null }) }).find({
    fields: ['id', 'version', 'name', 'price', 'instalments'],
    orderBy: { name: 'asc', id: 'asc' },
  });
  const since = addDays(toLocalDay(ctx.now()), -LISTED_DAYS);
  const listedIntakes = await intakes(ctx, {
    where: () => ({ programId: { $in: listIds(found) }, deletedAt: null, startsOn: { $gte: since } }),
  }).find({
    fields: ['id', 'version', 'programId', 'startsOn', 'instalments'],
    orderBy: { startsOn: 'asc', id: 'asc' },
  });
  return found.map(({ version, ...program }) => ({
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

/** An ordinary change of the program or intake, for accounts with the right to fees alone. */
export async function setPrice(
  ctx: Ctx,
  services: PricedServices,
  { programId, intakeId, ifMatch, ...terms }: PriceInput,
): Promise<void> {
  if (programId !== undefined) await services.programs.update(ctx, programId, terms, ifMatch);
  if (intakeId === undefined) return;
  const { price, ...own } = terms;
  await services.intakes.update(ctx, intakeId, own, ifMatch);
}
