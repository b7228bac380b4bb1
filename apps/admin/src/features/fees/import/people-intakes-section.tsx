import { needs } from '@institute/contract/rights.constants';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import { useChangeWithOutcome } from '../../../api/use-change.ts';
import { countItems, countPeople } from '../../../ui/count-items.ts';

type MissingIntake = AdminAnswers['fees']['planPeople']['intakes'][number];

type PeopleIntakesSectionProps = {
  intakes: readonly MissingIntake[];
  isPending: boolean;
  /** Called when an intake was made, so that its people get it. */
  onMake: () => void;
};

/** Offers to make missing intakes, because class lists and charges of a class need one. */
export function PeopleIntakesSection({ intakes, isPending, onMake }: PeopleIntakesSectionProps) {
  const maySee = useMaySee();
  const { mutateAsync: create, isPending: isMaking } = admin.intakes.create.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  if (intakes.length === 0) return null;
  const makeIntake = (intake: MissingIntake) => {
    const { programId, startsOn } = intake;
    const createIntake = async () => {
      // The class has begun, so it takes no applications
      await create({ programId, startsOn, isOpen: false });
      onMake();
    };
    return change(createIntake, {
      done: `${nameIntake(intake)} is made`,
      failed: 'The intake was not made',
    });
  };
  return (
    <section aria-label="Intakes" className="flex flex-col gap-1 text-base">
      <h2 className="font-semibold">Intakes</h2>
      <ul className="flex flex-col gap-2 wrap-anywhere">
        {intakes.map((intake) => (
          <li key={nameIntake(intake)} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span>
              {nameIntake(intake)}: {countPeople(intake.people)}
              {intake.seatsLeft !== null &&
                intake.seatsLeft < intake.people &&
                `, ${countItems(intake.seatsLeft, 'seat')} left`}
              {intake.intakeId === null && '. No such intake, so no class list has them.'}
            </span>
            {intake.intakeId === null && maySee(needs.intakes) && (
              <Button
                size="sm"
                variant="outline"
                pending={isPending || isMaking}
                aria-label={`Make intake ${nameIntake(intake)}`}
                onClick={() => makeIntake(intake)}
              >
                Make Intake
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!maySee(needs.intakes) && intakes.some(({ intakeId }) => intakeId === null) && (
        <p>Ask an account with the right to registrations to make the missing ones.</p>
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  );
}

const nameIntake = ({ program, startsOn }: MissingIntake): string => `${program}, ${formatDate(startsOn)}`;
