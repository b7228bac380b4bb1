import type { SiteSettings } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { bool, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { demoSite } from '../../platform/site/site-defaults.service.ts';
import { listUntouchedParts } from '../../platform/site/site-texts.service.ts';
import { INTAKES_TABLE } from '../../school/intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../../school/programs/program.entity.ts';
import { countDemoItems } from '../trash/demo-content.service.ts';
import { FirstStepsEntity } from './first-steps.entity.ts';

type FirstStep =
  | 'institute'
  | 'phones'
  | 'emails'
  | 'demo'
  | 'program'
  | 'intake'
  | 'colleagues'
  | 'registration';

const stepColumns = {
  program: bool,
  intake: bool,
  colleagues: bool,
  registration: bool,
  isDismissed: bool,
};

/** Reads the first steps of a new office. A step is done when its data exist; nobody ticks it off. */
export async function readFirstSteps(ctx: Pick<Ctx, 'em' | 'content'>) {
  const [site, { shown }, [stored]] = await Promise.all([
    getSite(ctx),
    countDemoItems(ctx),
    readRows(
      ctx.em,
      stepColumns,
    )(
      `select
         exists (select from ${PROGRAMS_TABLE}
           where not is_demo and deleted_at is null and is_active and status = 'published') as program,
         exists (select from ${INTAKES_TABLE} where not is_demo and deleted_at is null) as intake,
         (select count(*) from accounts where deactivated_at is null)
           + (select count(*) from access_links where purpose = 'invitation') > 1 as colleagues,
         exists (select from registrations) as registration,
         exists (select from first_steps where is_dismissed) as "isDismissed"`,
    ),
  ]);
  if (!stored) throw new Error('The first steps are missing');
  const { isDismissed, ...done } = stored;
  const { view } = site;
  const untouchedParts = listUntouchedParts(site);
  const isStepDone: Record<FirstStep, boolean> = {
    institute: view.institute.name !== '' && !isDemoName(view),
    phones: view.institute.phones.length > 0 && !hasDemoPhone(view),
    emails: view.institute.emails.length > 0 && !view.institute.emails.some(isUnreachable),
    demo: shown.length === 0 && !untouchedParts.some(({ isDemo }) => isDemo),
    ...done,
  };
  /** Steps whose values are still those of the demo. Other steps have no demo values. */
  const hasDemoValueByStep: Partial<Record<FirstStep, boolean>> = {
    institute: isDemoName(view),
    phones: hasDemoPhone(view),
    emails: view.institute.emails.length > 0,
  };
  const firstSteps = Object.entries(isStepDone).map(([name, is]) => ({
    name: name as FirstStep,
    isDone: is,
    isDemo: hasDemoValueByStep[name as FirstStep] ?? false,
  }));
  return { isDismissed, steps: firstSteps, untouched: untouchedParts.map(({ part }) => part) };
}

export const dismissFirstSteps = (ctx: Pick<Ctx, 'em'>, isDismissed: boolean): Promise<void> =>
  runInTransaction(ctx, async ({ em }) => {
    await em.upsert(FirstStepsEntity, { id: 1, isDismissed });
  });

const isDemoName = ({ institute }: SiteSettings): boolean => institute.name === demoSite.institute.name;

const hasDemoPhone = ({ institute }: SiteSettings): boolean =>
  institute.phones.some((phone) => demoSite.institute.phones.includes(phone));

/** The ending `.example` is reserved, so no mailbox has such an address. */
const isUnreachable = (email: string): boolean => email.endsWith('.example');
