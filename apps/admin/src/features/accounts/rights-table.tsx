import { maySee, needs, type Right, type RightsHolder, rights } from '@institute/contract/rights.constants';
import { cx } from '@institute/ui/cx.ts';
import { Switch } from '@institute/ui/switch.tsx';
import { Check, Eye, X } from 'lucide-react';
import type { ReactNode } from 'react';

const rightNamesAndMeanings: Record<Right, readonly [name: string, what: string]> = {
  content: ['Content', 'Posts, programs, team, gallery, facilities, alumni, media, newsletter'],
  registrations: ['Registrations', 'Registrations, intakes, messages'],
  health: ['Health answers', 'What applicants wrote about their health'],
  documents: ['Documents', 'Papers and answers that applicants send'],
  fees: ['Fees', 'Fees and donations'],
  certificates: ['Certificates', 'Issuing, printing, the register'],
  settings: ['Settings', 'Settings of messages, activity, webhooks'],
};

export const readNameOfRight = (right: Right): string => rightNamesAndMeanings[right][0];

const rightAnswerLabels = {
  can: { text: 'Can', Icon: Check, look: 'text-green' },
  reads: { text: 'Reads only', Icon: Eye, look: 'text-ink' },
  cannot: { text: 'Cannot', Icon: X, look: 'text-muted' },
} as const;

type RightsTableProps = {
  holder: RightsHolder;
  /** When given, the answers become switches. */
  onChange?: (rights: Right[]) => void;
};

export function RightsTable({ holder, onChange }: RightsTableProps) {
  const findAnswer = (right: Right) => {
    if (maySee(holder, right)) return 'can';
    return right === 'registrations' && maySee(holder, needs.readRegistrations) ? 'reads' : 'cannot';
  };
  const toggleRight = (right: Right) =>
    rights.filter((one) => (one === right) !== holder.rights.includes(one));
  return (
    <table className="w-full text-left">
      <caption className="sr-only">What this account can do</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Can or cannot</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rights.map((right) => (
          <RightRow key={right} name={rightNamesAndMeanings[right][0]} what={rightNamesAndMeanings[right][1]}>
            {onChange && !holder.isOwner ? (
              <Switch
                label={<span className="sr-only">{rightNamesAndMeanings[right][0]}</span>}
                checked={holder.rights.includes(right)}
                onCheckedChange={() => onChange(toggleRight(right))}
              />
            ) : (
              <RightAnswer is={findAnswer(right)} />
            )}
          </RightRow>
        ))}
        <RightRow name="Accounts" what="Accounts, API keys, personal data, deleting for good">
          <RightAnswer is={holder.isOwner ? 'can' : 'cannot'} />
        </RightRow>
      </tbody>
    </table>
  );
}

type RowProps = { name: string; what: string; children: ReactNode };

const RightRow = ({ name, what, children }: RowProps) => (
  <tr>
    <th scope="row" className="py-1.5 pr-3 font-medium">
      {name}
      <span className="block text-sm font-normal text-muted">{what}</span>
    </th>
    <td className="w-28">{children}</td>
  </tr>
);

function RightAnswer({ is }: { is: keyof typeof rightAnswerLabels }) {
  const { text, Icon, look } = rightAnswerLabels[is];
  return (
    <span className={cx('flex items-center gap-1.5 whitespace-nowrap', look)}>
      <Icon className="size-4 shrink-0" strokeWidth={2} aria-hidden />
      {text}
    </span>
  );
}
