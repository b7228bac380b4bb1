import { type Ask, askTimeNames, formatCondition } from '@institute/contract/asks.constants';

/** What somebody shows or answers after the registration, in the office's order. */
export const AskedItemList = ({ asks }: { asks: readonly Ask[] }) => (
  <ul aria-label="You will need" className="flex flex-col gap-1.5 print:gap-0">
    {asks.map((ask) => (
      <li key={ask.id}>
        {ask.label}
        <span className="block text-sm font-normal text-muted print:ml-1 print:inline">
          {[askTimeNames[ask.needed], formatCondition(asks, ask)].filter(Boolean).join(', ')}
        </span>
        {ask.help && (
          <span className="block text-sm font-normal whitespace-pre-line text-muted">{ask.help}</span>
        )}
      </li>
    ))}
  </ul>
);
