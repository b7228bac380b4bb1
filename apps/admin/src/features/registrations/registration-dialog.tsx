import { joinFullName } from '@institute/contract/registration-fields.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Dialog } from '@institute/ui/dialog.tsx';
import { reserveScrollRoomAtTop } from '@institute/ui/reserve-room.ts';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { loadOnceOptions } from '../../api/load-options.ts';
import { useMaySee } from '../../api/rights.ts';
import type { DeviceForm } from '../../forms/device-form.ts';
import { DeviceFormOffer } from '../../forms/device-form-offer.tsx';
import { useUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { Loading } from '../../ui/load-error.tsx';
import { useSheetKeys } from '../../ui/use-dialog-keys.ts';
import { CorrectRegistrationButton } from './correct-dialog.tsx';
import { CourseButton } from './course-dialog.tsx';
import {
  DecisionConflict,
  RegistrationDecision,
  useSaveWithQuestions,
} from './registration-decision-form.tsx';
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
import { readKeptValues, useHalfWrittenForm } from './use-half-written.ts';
import type { FindLeaveFunction, LeaveFunction, ShownRegistration, StepDirection } from './use-steps.ts';

export type RegistrationDialogProps = {
  registration: ShownRegistration;
  onShow: (other: ShownRegistration) => void;
  onDecided: (id: number) => void;
  onClose: () => void;
  onStep:
    | ((
        from: ShownRegistration,
        by: StepDirection,
        leaving: FindLeaveFunction,
        how: { isQuiet: boolean },
      ) => Promise<void>)
    | undefined;
  /** Holds a function that asks before unsaved input is lost. The list beside the sheet calls it. */
  leaving?: RefObject<LeaveFunction | null>;
  sections: RenderSections;
};

/** Renders sections that other features add to the dialog. */
export type RenderSections = (registration: {
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
  const registrationQuery = admin.registrations.get.useQuery({ id }, loadOnceOptions);
  const { data } = registrationQuery;
  const [state, setState] = useState({ isChanged: false, isBusy: false });
  const dropUnsavedChangesRef = useRef(() => {});
  /** Where to go when the changes are discarded. Null closes the dialog. */
  const [leave, setLeave] = useState<{ go: () => void } | null>(null);
  const unsavedChanges = useUnsavedChanges({
    ...state,
    close: () => {
      setLeave(null);
      (leave ? leave.go : onClose)();
    },
    onStay: () => setLeave(null),
    onDiscard: () => dropUnsavedChangesRef.current(),
    description: 'What you have decided or written has not been saved.',
  });
  const askBeforeLeavingThen = (go: () => void) => {
    // An answer that arrives late must not change the subject of an open question.
    if (state.isBusy || unsavedChanges.isAsking) return;
    if (!state.isChanged) return go();
    setLeave({ go });
    unsavedChanges.requestClose();
  };
  const showOtherRegistration = (other: ShownRegistration) => askBeforeLeavingThen(() => onShow(other));
  // The answer to a step arrives after a later render, or after the dialog has closed.
  const latestLeaveFunction = useRef<{ id: number; leaveTo: typeof askBeforeLeavingThen } | null>(null);
  useEffect(() => {
    latestLeaveFunction.current = { id, leaveTo: askBeforeLeavingThen };
    if (leaving) leaving.current = askBeforeLeavingThen;
    return () => {
      latestLeaveFunction.current = null;
      if (leaving) leaving.current = null;
    };
  });
  const findLeaveFunction = () =>
    latestLeaveFunction.current?.id === id ? latestLeaveFunction.current.leaveTo : null;
  const stepToNeighbour =
    onStep &&
    ((by: StepDirection, isQuiet = false) => void onStep(registration, by, findLeaveFunction, { isQuiet }));
  useSheetKeys(stepToNeighbour ? { j: () => stepToNeighbour(1), k: () => stepToNeighbour(-1) } : {});
  const dialogBox = useRef<HTMLDivElement>(null);
  // The sheet takes the focus, which the list beside it or a button of the former registration may have had
  useEffect(() => {
    const sheetElement = dialogBox.current?.closest<HTMLElement>('[data-sheet]');
    if (id && !sheetElement?.contains(document.activeElement)) sheetElement?.focus();
  }, [id]);
  const applicantName =
    data?.view ?? (firstName && lastName !== undefined ? { firstName, lastName } : undefined);

  return (
    <Dialog
      onClose={unsavedChanges.requestClose}
      title={applicantName ? joinFullName(applicantName) : 'Registration'}
      description={
        data && (
          <>
            {data.view.reference} <StatusBadge status={data.view.status} />
          </>
        )
      }
      size="sheet"
      tools={stepToNeighbour && <StepButtons onStep={stepToNeighbour} />}
      closesOutside={!state.isChanged}
    >
      <div ref={dialogBox}>
        <Loading query={registrationQuery} failed="This registration could not be loaded" skeleton={skeleton}>
          {(opened) => (
            <OpenedRegistration
              key={id}
              opened={opened}
              kept={kept}
              onShow={showOtherRegistration}
              onDecided={onDecided}
              onState={setState}
              sections={sections}
              drop={dropUnsavedChangesRef}
              onNext={stepToNeighbour && ((isQuiet) => stepToNeighbour(1, isQuiet))}
            />
          )}
        </Loading>
      </div>
      {unsavedChanges.question}
    </Dialog>
  );
}

const skeleton = <Skeletons heights={Array(4).fill('h-28')} />;

const headClass = '-mx-5 border-line bg-card px-5 py-2';

const stickyHeadClasses = {
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
  sections: RenderSections;
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
  const mayDecideRegistrations = useMaySee()(needs.registrations);
  const keptHalfWrittenValues = readKeptValues(kept);
  const keptDecisionValues = keptHalfWrittenValues.decision && {
    decision: keptHalfWrittenValues.decision,
    tag: kept?.tag,
  };
  const decisionState = useDecision(opened, keptDecisionValues, onDecided);
  const messageDraftState = useMessage(view, keptHalfWrittenValues.message);
  const halfWrittenForm = useHalfWrittenForm(view, kept, {
    decision: decisionState,
    message: messageDraftState,
  });
  const { offer, isChanged } = halfWrittenForm;
  const { isSaving, typed } = decisionState;
  const { askAndSave, questions } = useSaveWithQuestions(decisionState);
  const messageTextBox = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    drop.current = halfWrittenForm.drop;
  });
  useEffect(() => onState({ isChanged, isBusy: isSaving }), [onState, isChanged, isSaving]);

  return (
    <div className="flex flex-col gap-3">
      {/* On high screens the head stays in view. On a phone only the buttons stay. */}
      <div ref={reserveScrollRoomAtTop} className={cx(headClass, stickyHeadClasses.md, 'max-md:contents')}>
        <div ref={reserveScrollRoomAtTop} className={cx(headClass, stickyHeadClasses.phone)}>
          <RegistrationToolbar
            registration={view}
            acceptance={acceptance}
            onDecide={
              mayDecideRegistrations
                ? (status) => askAndSave({ ...typed, status }, onNext && (() => onNext(true)))
                : undefined
            }
            isSaving={isSaving}
            onMessage={() => messageTextBox.current?.focus()}
          />
        </div>
        {mayDecideRegistrations && (
          <RegistrationDecision
            decision={decisionState}
            onSave={askAndSave}
            onNext={onNext && (() => onNext(false))}
          />
        )}
      </div>
      {questions}
      {offer && <DeviceFormOffer {...offer} />}
      <DecisionConflict conflict={decisionState.conflict} />
      <RegistrationSections
        registration={view}
        personTools={
          mayDecideRegistrations && <CorrectRegistrationButton registration={view} decision={decisionState} />
        }
        courseTools={mayDecideRegistrations && <CourseButton registration={view} decision={decisionState} />}
      />
      {sections({
        id: view.id,
        name: joinFullName(view),
        formerNames: listFormerNames(history, view),
        status: view.status,
      })}
      <RegistrationDuplicates duplicates={duplicates} onShow={onShow} />
      <RegistrationMessage registration={view} message={messageDraftState} textBox={messageTextBox} />
      {mayDecideRegistrations && <RegistrationMessages registration={view} />}
      <RegistrationHistory history={history} registration={view} />
    </div>
  );
}

const stepButtons = [
  { by: -1, label: 'Previous registration', key: 'k', Icon: ChevronLeft },
  { by: 1, label: 'Next registration', key: 'j', Icon: ChevronRight },
] as const;

const StepButtons = ({ onStep }: { onStep: (by: StepDirection) => void }) => (
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
