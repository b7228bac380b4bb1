import { instituteTexts } from '@institute/contract/site-parts.constants';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { TitledSection } from '../../ui/titled-section.tsx';

type FirstStepsAnswer = NonNullable<AdminAnswers['stats']['firstSteps']>;
type Step = FirstStepsAnswer['steps'][number];
type FirstStepDeclaration = { text: string; missing: string; demo?: string; to: string; section?: string };

const firstStepDeclarations: Record<Step['name'], FirstStepDeclaration> = {
  institute: {
    text: 'Write the name of the institute',
    missing: 'No name stands on the site',
    demo: 'The name is still the demo’s',
    to: '/admin/site',
    section: 'institute',
  },
  phones: {
    text: 'Write the phones',
    missing: 'Visitors find no number to call',
    demo: 'A number is still the demo’s',
    to: '/admin/site',
    section: 'contact',
  },
  emails: {
    text: 'Set the address for mail',
    missing: 'Messages and registrations are sent there; there is none',
    demo: 'Nobody reads the address of the demo',
    to: '/admin/site',
    section: 'contact',
  },
  demo: {
    text: 'Remove the demo content',
    missing: 'The site still shows items or texts of the demo',
    to: '/admin/trash',
  },
  program: {
    text: 'Publish your first program',
    missing: 'No program of yours is published',
    to: '/admin/programs',
  },
  intake: {
    text: 'Open its first intake',
    missing: 'No program of yours has an intake',
    to: '/admin/intakes',
  },
  colleagues: {
    text: 'Invite colleagues',
    missing: 'Yours is the only account',
    to: '/admin/accounts',
  },
  registration: {
    text: 'Try a registration',
    missing: 'None has come in yet; send one as a visitor, on the site',
    to: '/registration',
  },
};

/** For owners, until all is done or they dismiss it. */
export function FirstSteps() {
  const { data } = admin.stats.firstSteps.useQuery();
  const { mutateAsync: dismiss } = admin.stats.dismissFirstSteps.useMutation();
  const runChange = useChange();
  if (!data || data.isDismissed || (data.untouched.length === 0 && data.steps.every(({ isDone }) => isDone)))
    return null;

  const failedText = 'The first steps could not be changed';
  const showSteps = () => runChange(() => dismiss({ isDismissed: false }), { failed: failedText });
  const hideSteps = () =>
    runChange(
      async () => {
        await dismiss({ isDismissed: true });
        toast.success('First steps dismissed', {
          action: { label: 'Undo', onPress: () => void showSteps() },
        });
      },
      { failed: failedText },
    );
  const doneStepCount = data.steps.filter(({ isDone }) => isDone).length;
  return (
    <TitledSection
      title="First steps"
      tools={
        <div className="flex items-center gap-2">
          <span className="text-muted">
            {doneStepCount} of {data.steps.length} done
          </span>
          <Button variant="ghost" size="sm" onClick={() => void hideSteps()}>
            Dismiss
          </Button>
        </div>
      }
    >
      <ol className="grid overflow-hidden rounded-card border border-line bg-card md:grid-cols-2">
        {data.steps.map((step) => (
          <li key={step.name} className="-mb-px border-b border-line">
            <StepLink place={firstStepDeclarations[step.name]}>
              <StepText step={step} place={firstStepDeclarations[step.name]} />
            </StepLink>
          </li>
        ))}
      </ol>
      <UntouchedSiteTexts untouched={data.untouched} />
    </TitledSection>
  );
}

const MAX_NAMED_TEXTS = 6;
const siteTextCount = Object.keys(instituteTexts).length;

function UntouchedSiteTexts({ untouched }: { untouched: FirstStepsAnswer['untouched'] }) {
  if (untouched.length === 0) return null;
  const unnamedTextCount = untouched.length - MAX_NAMED_TEXTS;
  return (
    <div className="mt-3 flex flex-col gap-1">
      <p className="font-medium">
        Texts of the site: {siteTextCount - untouched.length} of {siteTextCount} are yours
      </p>
      <ul aria-label="Texts to write" className="flex flex-wrap items-center gap-x-5">
        {untouched.slice(0, MAX_NAMED_TEXTS).map((part) => (
          <li key={part}>
            <Link
              to="/admin/site"
              search={{ section: part }}
              className="inline-flex min-h-11 min-w-11 items-center text-green underline underline-offset-4"
            >
              {instituteTexts[part]}
            </Link>
          </li>
        ))}
        {unnamedTextCount > 0 && <li className="text-muted">and {unnamedTextCount} more</li>}
      </ul>
    </div>
  );
}

/** The public site is another app, so its links load a new page. */
function StepLink({
  place: { to, section },
  children,
}: {
  place: FirstStepDeclaration;
  children: ReactNode;
}) {
  const className =
    'flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-sand';
  if (!to.startsWith('/admin')) {
    return (
      <a href={to} target="_blank" rel="noreferrer" className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} search={section ? { section } : {}} className={className}>
      {children}
    </Link>
  );
}

function StepText({ step: { isDone, isDemo }, place }: { step: Step; place: FirstStepDeclaration }) {
  const { text, missing, demo = missing } = place;
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <>
      <Icon
        className={isDone ? 'size-5 shrink-0 text-green' : 'size-5 shrink-0 text-muted'}
        strokeWidth={1.75}
        aria-hidden
      />
      <span className="min-w-0 grow">
        <span className="sr-only">{isDone ? 'Done: ' : 'To do: '}</span>
        <span className={isDone ? 'text-muted line-through' : 'font-medium'}>{text}</span>
        {!isDone && <span className="block text-sm text-muted">{isDemo ? demo : missing}</span>}
      </span>
      <ChevronRight className="size-5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden />
    </>
  );
}
