import { type Registration, registrationUpdate } from '@institute/contract';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { showFailureInForm } from '../../forms/field-errors.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { useCourseChoices } from '../../lists/course-choices.ts';
import { type Question, useQuestion } from '../../ui/use-question.tsx';
import type { DecisionState } from './use-decision.ts';

type CourseProps = { registration: Registration; decision: Pick<DecisionState, 'tag' | 'followTag'> };

export function CourseButton(props: CourseProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="-my-1.5 px-0! text-green! underline underline-offset-4 print:hidden"
        onClick={() => setOpen(true)}
      >
        Change Course
      </Button>
      {isOpen && <CourseDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const courseSchema = registrationUpdate.pick({
  programId: true,
  intakeId: true,
  anyway: true,
  difference: true,
});
type CourseInput = (typeof courseSchema)['_zod']['output'];
type ProgramAndIntakeIds = Record<'programId' | 'intakeId', string>;

/**
 * Moves a registration to another course. A begun or full intake and a cheaper course need a confirmation.
 */
function CourseDialog({ registration, decision, onClose }: CourseProps & { onClose: () => void }) {
  const { data: own } = admin.account.get.useQuery();
  const { mutateAsync: changeCourse, isPending } = admin.registrations.changeCourse.useMutation();
  const { ask, question } = useQuestion();
  const storedCourse: ProgramAndIntakeIds = {
    programId: String(registration.programId ?? ''),
    intakeId: String(registration.intakeId ?? ''),
  };
  const form = useSchemaForm(courseSchema, storedCourse, ({ programId, intakeId }: ProgramAndIntakeIds) => ({
    ...(programId !== storedCourse.programId && { programId: Number(programId) }),
    intakeId: intakeId ? Number(intakeId) : null,
  }));
  const programId = form.watch('programId');
  const { watch, setValue } = form;
  // An intake belongs to one program, so another program removes the chosen intake
  useEffect(
    () => watch((_, { name }) => name === 'programId' && setValue('intakeId', '')).unsubscribe,
    [watch, setValue],
  );
  const { programs } = useCourseChoices();
  const { intakes } = useCourseChoices(Number(programId));

  const sendCourse = async (course: CourseInput): Promise<void> => {
    try {
      const { tag } = await changeCourse({ id: registration.id, ifMatch: decision.tag, ...course });
      decision.followTag(tag);
      toast.success('The course is changed');
      onClose();
    } catch (error) {
      const refusalQuestion = makeRefusalQuestion(error, course);
      if (refusalQuestion) ask({ ...refusalQuestion, variant: 'primary' });
      else showFailureInForm(form, error, 'The course was not changed');
    }
  };

  const makeRefusalQuestion = (error: unknown, course: CourseInput): Question | null => {
    const { code, message, details } = toApiFailure(error);
    const refusedFieldPath = details[0]?.path;
    if (refusedFieldPath === 'difference') {
      return {
        title: 'What becomes of the difference?',
        description: `${message}.`,
        confirmLabel: 'Keep on the Account',
        onConfirm: () => sendCourse({ ...course, difference: 'keep' }),
        ...(own?.isOwner && {
          other: { label: 'Reverse', onPress: () => sendCourse({ ...course, difference: 'reverse' }) },
        }),
      };
    }
    const mayOverruleRefusal =
      code === 'NO_SEATS_LEFT' || (code === 'CONFLICT' && refusedFieldPath === 'intakeId');
    if (!mayOverruleRefusal || course.anyway) return null;
    return {
      title: 'Choose this intake anyway?',
      description: code === 'NO_SEATS_LEFT' ? 'It has no seats left.' : `${message}.`,
      confirmLabel: 'Choose Anyway',
      onConfirm: () => sendCourse({ ...course, anyway: true }),
    };
  };

  return (
    <SubmitDialog
      title="Change Course"
      form={form}
      onSubmit={form.handleSubmit(sendCourse)}
      submitLabel="Save"
      isPending={isPending}
      onClose={onClose}
    >
      <ChoiceField<ProgramAndIntakeIds> name="programId" label="Program" choices={programs} />
      <ChoiceField<ProgramAndIntakeIds> name="intakeId" label="Intake" choices={[['', 'None'], ...intakes]} />
      {question}
    </SubmitDialog>
  );
}
