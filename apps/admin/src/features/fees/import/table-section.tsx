import { type ReactNode, useState } from 'react';
import { ChoiceOption } from '../../../lists/choice.tsx';
import { type Sheet, SheetsSection } from './sheets-section.tsx';

type ColumnHeadings<Field extends string> = Record<Field, string | null>;

/** Each column is named by its heading. */
export type TableChoices<Field extends string> = { columns?: ColumnHeadings<Field>; sheets?: string[] };

type TableSectionProps<Field extends string> = {
  plan: {
    sheets: readonly Sheet[];
    headings: readonly string[];
    /** The heading that each field is read from. */
    from: ColumnHeadings<Field>;
    /** Fields without a column that the import needs. */
    missing: readonly Field[];
  };
  fields: readonly Field[];
  names: Record<Field, string>;
  summary: string;
  isPending: boolean;
  onChoose: (choices: TableChoices<Field>) => void;
  /** What stands between the sheets and the choice of columns. */
  about?: ReactNode;
  /** Choices beside the columns. */
  children?: ReactNode;
};

/** Which sheets and columns an import reads. The choice of columns stays open, although each one makes a new plan. */
export function TableSection<Field extends string>(props: TableSectionProps<Field>) {
  const { plan, fields, names, summary, isPending, onChoose, about, children } = props;
  const { sheets, headings, from, missing } = plan;
  const [isOpen, setIsOpen] = useState(missing.length > 0);
  const columnChoices = headings.map((heading) => [heading, heading] as const);
  return (
    <>
      <SheetsSection
        sheets={sheets}
        isPending={isPending}
        onChoose={(chosen) => onChoose({ sheets: chosen })}
      />
      {headings.length > 0 && (
        <>
          {about}
          <details
            open={isOpen || missing.length > 0}
            onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          >
            <summary className="cursor-pointer py-2.5 text-base font-semibold">{summary}</summary>
            <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
              {children}
              {fields.map((field) => (
                <ChoiceOption
                  key={field}
                  label={names[field]}
                  all="None"
                  choices={columnChoices}
                  value={from[field] ?? undefined}
                  onChange={(chosen) => onChoose({ columns: { ...from, [field]: chosen ?? null } })}
                />
              ))}
            </div>
          </details>
          {missing.length > 0 && (
            <p>Choose the columns of: {missing.map((field) => names[field]).join(', ')}.</p>
          )}
        </>
      )}
    </>
  );
}
