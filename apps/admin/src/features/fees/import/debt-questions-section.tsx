import type { PeopleColumn } from '@institute/contract/fees.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import type { ReactNode } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { TableChoices } from './table-section.tsx';

type Plan = AdminAnswers['fees']['planPeople'];
export type PeopleChoices = TableChoices<PeopleColumn> & { inThousands?: boolean };

type DebtQuestionsProps = {
  plan: Plan;
  isPending: boolean;
  onChoose: (choices: PeopleChoices) => void;
};

/** What only the office knows of the debts in a list. Nothing is stored before it has answered. */
export function DebtQuestions({ plan: { asked, from }, isPending, onChoose }: DebtQuestionsProps) {
  const { balances, thousands } = asked;
  return (
    <>
      {balances.length > 0 && (
        <Alert tone="warning" title="Which column says what people owe today?">
          <Answers>
            {balances.map((heading) => (
              <Button
                key={heading}
                size="sm"
                variant={heading === from.owes ? 'primary' : 'outline'}
                disabled={isPending}
                onClick={() => onChoose({ columns: { ...from, owes: heading } })}
              >
                {heading}
              </Button>
            ))}
          </Answers>
        </Alert>
      )}
      {thousands !== null && balances.length === 0 && (
        <Alert tone="warning" title={`Are the amounts of ${thousands} in thousands?`}>
          <Answers>
            <Button size="sm" disabled={isPending} onClick={() => onChoose({ inThousands: true })}>
              In Thousands
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabled={isPending}
              onClick={() => onChoose({ inThousands: false })}
            >
              As They Stand
            </Button>
          </Answers>
        </Alert>
      )}
    </>
  );
}

const Answers = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap gap-2">{children}</div>
);
