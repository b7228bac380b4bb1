import { Choice } from '../../../lists/choice.tsx';

type From<Column extends string> = Record<Column, string | null>;

type ColumnsFieldProps<Column extends string> = {
  columns: readonly Column[];
  names: Record<Column, string>;
  headings: readonly string[];
  /** The heading that each field is read from. */
  from: From<Column>;
  onChoose: (from: From<Column>) => void;
};

/** A choice of the heading for each field of an import. */
export function ColumnsField<Column extends string>({
  columns,
  names,
  headings,
  from,
  onChoose,
}: ColumnsFieldProps<Column>) {
  const choices = headings.map((heading) => [heading, heading] as const);
  return columns.map((column) => (
    <Choice
      key={column}
      label={names[column]}
      all="None"
      choices={choices}
      value={from[column] ?? undefined}
      onChange={(chosen) => onChoose({ ...from, [column]: chosen ?? null })}
    />
  ));
}
