import { joinFullName } from '@institute/contract/registration-fields.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Dialog } from '@institute/ui/dialog.tsx';
import { reserveTop } from '@institute/ui/reserve-room.ts';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { loadOnce } from '../../api/load-options.ts';
import { useMaySee } from '../../api/rights.ts';
import type { DeviceForm } from '../../forms/device-form.ts';
import { DeviceFormOffer } from '../../forms/device-form-offer.tsx';
import { useUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { Loading } from '../../ui/load-error.tsx';
import { useSheetKeys } from '../../ui/use-dialog-keys.ts';
import { CorrectButton } from './correct-dialog.tsx';
import { CourseButton } from './course-dialog.tsx';
import { DecisionConflict, RegistrationDecision, useAskedSave } from './registration-decision-form.tsx';
import {
  listFormerNames,
  RegistrationDuplicates,
  RegistrationHistory,
} from './registration-history-list.tsx';
import { StatusBadge } from './registration-list.tsx';
import { RegistrationMessage, useMessage } from './registration-message-form.tsx';
import { RegistrationMessages } from './registration-message-list.tsx';
import { RegistrationSections } from './registration-sections.tsx';
import { RegistrationToolbar } from './registration-toolbar.tsx';
import { useDecision } from './use-decision.ts';
import { readKeptText, useHalfWritten } from './use-half-written.ts';
import type { LeaveCheck, LeaveStep, ShownRegistration, Step } from './use-steps.ts';

export type RegistrationDialogProps = {
  registration: ShownRegistration;
  onShow: (other: ShownRegistration) => void;
  onDecided: (id: number) => void;
  onClose: () => void;
  onStep:
    | ((from: ShownRegistration, by: Step, leaving: LeaveCheck, how: { isQuiet: boolean }) => Promise<void>)
    | undefined;
  /** Set to a function that asks before what was typed is left, for the list beside the sheet. */
  leaving?: RefObject<LeaveStep | null>;
  sections: ShowSections;
};

/** Renders sections that other features add to the dialog. */
export type ShowSections = (registration: {
  id: number;
  name: string;
  formerNames: string[];
  status: RegistrationStatus;
}) => ReactNode;

/** The server records who has read the registration. */
export function RegistrationDialog({
  registration,
  onShow,
  onDecided,
  onClose,
  onStep,
  leaving,
  sections,
}: RegistrationDialogProps) {
  const { id, firstName, lastName, kept = null } = registration;
  const query = admin.registrations.get.useQuery({ id }, loadOnce);
  const { data } = query;
  const [state, setState] = useState({ isChanged: false, isBusy: false });
  const drop = useRef(() => {});
  /** Where to go when the changes are discarded. Null closes the dialog. */
  const [leave, setLeave] = useState<{ go: () => void } | null>(null);
  const unsaved = useUnsavedChanges({
    ...state,
    close: () => {
      setLeave(null);
      (leave ? leave.go : onClose)();
    },
    onStay: () => setLeave(null),
    onDiscard: () => drop.current(),
    description: 'What you have decided or written has not been saved.',
  });
  const leaveTo = (go: () => void) => {
    // A late answer must not change what an open question is about.
    if (state.isBusy || unsaved.isAsking) return;
    if (!state.isChanged) return go();
    setLeave({ go });
    unsaved.requestClose();
  };
  const showOther = (other: ShownRegistration) => leaveTo(() => onShow(other));
  // The answer to a step arrives after a later render, or after the dialog has closed.
  const latest = useRef<{ id: number; leaveTo: typeof leaveTo } | null>(null);
  useEffect(() => {
    latest.current = { id, leaveTo };
    if (leaving) leaving.current = leaveTo;
    return () => {
      latest.current = null;
      if (leaving) leaving.current = null;
    };
  });
  const findLeaveTo = () => (latest.current?.id === id ? latest.current.leaveTo : null);
  const step =
    onStep && ((by: Step, isQuiet = false) => void onStep(registration, by, findLeaveTo, { isQuiet }));
  useSheetKeys(step ? { j: () => step(1), k: () => step(-1) } : {});
  const box = useRef<HTMLDivElement>(null);
  // The list beside the sheet, or a button of the former registration, may have had the focus
  useEffect(() => {
    const sheet = box.current?.closest<HTMLElement>('[data-sheet]');
    if (id && !sheet?.contains(document.activeElement)) sheet?.focus();
  }, [id]);
  const name = data?.view ?? (firstName && lastName !== undefined ? { firstName, lastName } : undefined);

  return (
    <Dialog
      onClose={unsaved.requestClose}
      title={name ? joinFullName(name) : 'Registration'}
      description={
        data && (
          <>
            {data.view.reference} <StatusBadge status={data.view.status} />
          </>
        )
      }
      size="sheet"
      tools={step && <StepButtons onStep={step} />}
      closesOutside={!state.isChanged}
    >
      <div ref={box}>
        <Loading query={query} failed="This registration could not be loaded" skeleton={skeleton}>
          {(opened) => (
            <OpenedRegistration
              key={id}
              opened={opened}
              kept={kept}
              onShow={showOther}
              onDecided={onDecided}
              onState={setState}
              sections={sections}
              drop={drop}
              onNext={step && ((isQuiet) => step(1, isQuiet))}
            />
          )}
        </Loading>
      </div>
      {unsaved.question}
    </Dialog>
  );
}

const skeleton = <Skeletons heights={Array(4).fill('h-28')} />;

const headClass = '-mx-5 border-line bg-card px-5 py-2';

const stickyClasses = {
  md: 'md:[@media(min-height:37.5rem)]:sticky md:-top-5 md:z-10 md:-mt-5 md:flex md:flex-col md:gap-2 md:border-b',
  phone:
    'max-md:[@media(min-height:37.5rem)]:sticky max-md:-top-5 max-md:z-10 max-md:-mt-5 max-md:border-b md:contents',
};

type OpenedProps = {
  opened: AdminAnswers['registrations']['get'];
  kept: DeviceForm | null;
  onShow: (other: ShownRegistration) => void;
  onDecided: (id: number) => void;
  onState: (state: { isChanged: boolean; isBusy: boolean }) => void;
  /** Set to a function that removes the changes from the device. */
  drop: RefObject<() => void>;
  onNext: ((isQuiet: boolean) => void) | undefined;
  sections: ShowSections;
};

function OpenedRegistration({
  opened,
  kept,
  onShow,
  onDecided,
  onState,
  drop,
  onNext,
  sections,
}: OpenedProps) {
  const { view, history, duplicates, acceptance } = opened;
  const mayWork = useMaySee()(needs.registrations);
  const half = readKeptText(kept);
  const keptDecision = half.decision && { decision: half.decision, tag: kept?.tag };
  const decision = useDecision(opened, keptDecision, onDecided);
  const message = useMessage(view, half.message);
  const halfWritten = useHalfWritten(view, kept, { decision, message });
  const { offer, isChanged } = halfWritten;
  const { isSaving, typed } = decision;
  const { askAndSave, questions } = useAskedSave(decision);
  const textBox = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    drop.current = halfWritten.drop;
  });
  useEffect(() => onState({ isChanged, isBusy: isSaving }), [onState, isChanged, isSaving]);

  return (
    <div className="flex flex-col gap-3">
      {/* Stays in view where the screen is high enough to show something below it. On a phone the buttons alone do. */}
      <div ref={reserveTop} className={cx(headClass, stickyClasses.md, 'max-md:contents')}>
        <div ref={reserveTop} className={cx(headClass, stickyClasses.phone)}>
          <RegistrationToolbar
            registration={view}
            acceptance={acceptance}
            onDecide={
              mayWork
                ? (status) => askAndSave({ ...typed, status }, onNext && (() => onNext(true)))
                : undefined
            }
            isSaving={isSaving}
            onMessage={() => textBox.current?.focus()}
          />
        </div>
        {mayWork && (
          <RegistrationDecision
            decision={decision}
            onSave={askAndSave}
            onNext={onNext && (() => onNext(false))}
          />
        )}
      </div>
      {questions}
      {offer && <DeviceFormOffer {...offer} />}
      <DecisionConflict conflict={decision.conflict} />
      <RegistrationSections
        registration={view}
        personTools={mayWork && <CorrectButton registration={view} decision={decision} />}
        courseTools={mayWork && <CourseButton registration={view} decision={decision} />}
      />
      {sections({
        id: view.id,
        name: joinFullName(view),
        formerNames: listFormerNames(history, view),
        status: view.status,
      })}
      <RegistrationDuplicates duplicates={duplicates} onShow={onShow} />
      <RegistrationMessage registration={view} message={message} textBox={textBox} />
      {mayWork && <RegistrationMessages registration={view} />}
      <RegistrationHistory history={history} registration={view} />
    </div>
  );
}

const stepButtons = [
  { by: -1, label: 'Previous registration', key: 'k', Icon: ChevronLeft },
  { by: 1, label: 'Next registration', key: 'j', Icon: ChevronRight },
] as const;

const StepButtons = ({ onStep }: { onStep: (by: Step) => void }) => (
  <div className="flex md:gap-1">
    {stepButtons.map(({ by, label, key, Icon }) => (
      <Tooltip key={key} label={`${label} (key ${key})`}>
        <IconButton label={label} aria-keyshortcuts={key} onClick={() => onStep(by)}>
          <Icon aria-hidden />
        </IconButton>
      </Tooltip>
    ))}
  </div>
);
