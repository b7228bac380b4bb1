import { Choice, capitaliseAll } from './choice.tsx';
import { useCourseChoices } from './course-choices.ts';

type CourseChoice<State> = {
  program?: number | undefined;
  intake?: number | undefined;
  state?: State | undefined;
};

type CourseFiltersProps<State extends string> = {
  search: CourseChoice<State>;
  onChange: (part: CourseChoice<State>) => void;
  hasIntakes?: boolean;
  states?: readonly State[];
  className?: string;
};

export function CourseFilters<State extends string = never>({
  search,
  onChange,
  hasIntakes = true,
  states,
  className = '',
}: CourseFiltersProps<State>) {
  const { programs, intakes } = useCourseChoices(search.program);
  return (
    <>
      <Choice
        label="Program"
        className={className}
        all="All programs"
        choices={programs}
        value={search.program}
        onChange={(program) => onChange({ program, ...(hasIntakes && { intake: undefined }) })}
      />
      {hasIntakes && (
        <Choice
          label="Intake"
          className={className}
          all="All intakes"
          choices={intakes}
          value={search.intake}
          onChange={(intake) => onChange({ intake })}
        />
      )}
      {states && (
        <Choice
          label="State"
          className="md:w-32"
          choices={capitaliseAll(states)}
          value={search.state}
          onChange={(state) => onChange({ state })}
        />
      )}
    </>
  );
}
