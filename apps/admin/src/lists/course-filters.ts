import { useCourseChoices } from './course-choices.ts';
import { type FilterControl, makeChoiceFilter } from './filter.tsx';

type CourseChoice = { program?: number | undefined; intake?: number | undefined };

/** The filters by program and, where the list has them, by intake. */
export function useCourseFilters(
  search: CourseChoice,
  onChange: (part: CourseChoice) => void,
  { hasIntakes = true } = {},
): FilterControl[] {
  const { programs, intakes } = useCourseChoices(search.program);
  const programFilter = makeChoiceFilter({
    label: 'Program',
    all: 'All programs',
    choices: programs,
    value: search.program,
    onChange: (program) => onChange({ program, ...(hasIntakes && { intake: undefined }) }),
  });
  if (!hasIntakes) return [programFilter];
  const intakeFilter = makeChoiceFilter({
    label: 'Intake',
    all: 'All intakes',
    choices: intakes,
    value: search.intake,
    onChange: (intake) => onChange({ intake }),
  });
  return [programFilter, intakeFilter];
}
