import type { PeopleColumn } from '@institute/contract/fees.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import type { ReactNode } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import type { TableChoices } from './table-section.tsx';

type PeoplePlan = AdminAnswers['fees']['planPeople'];
export type PeopleChoices = TableChoices<PeopleColumn> & { inThousands?: boolean };

type DebtQuestionsProps = {
  plan: PeoplePlan;
  isPending: boolean;
  onChoose: (choices: PeopleChoices) => void;
};

/**
 * Asks how to read the debts of a list, which only the office knows. Nothing is stored before the answers.
 */
export function DebtQuestions({ plan: { asked, from }, isPending, onChoose }: DebtQuestionsProps) {
  const { balances, thousands } = asked;
  return (
    <>
      {balances.length > 0 && (
        <Alert tone="warning" title="Which column says what people owe today?">
          <AnswerButtons>
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
          </AnswerButtons>
        </Alert>
      )}
      {thousands !== null && balances.length === 0 && (
        <Alert tone="warning" title={`Are the amounts of ${thousands} in thousands?`}>
          <AnswerButtons>
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
          </AnswerButtons>
        </Alert>
      )}
    </>
  );
}

const AnswerButtons = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap gap-2">{children}</div>
);
