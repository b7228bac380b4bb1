import { programCategories } from '@institute/contract/content.constants';
import { useApi } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { type ListChoice, pagesWanted } from '../../lists/list-choice.ts';
import { programPages } from '../../lists/list-pages.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { pageStart } from '../../lists/show-more.tsx';
import { ProgramCard, ProgramCardSkeletons, ProgramGrid } from './program-card.tsx';

const USUAL_COUNT = 6;

export function ProgramCatalog({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const pages = usePages(programPages(queries, choice), pagesWanted(choice));

  return (
    <ListSection
      path="/programs"
      id="catalog"
      label="All Programs"
      title="All Programs"
      pages={pages}
      filter={{ categories: programCategories, placeholder: 'Name or topic', choice }}
      counted={['program']}
      empty={{ title: 'No programs found matching your criteria.', all: 'Show all programs' }}
      skeleton={<ProgramCardSkeletons count={USUAL_COUNT} />}
    >
      {(programs) => (
        <ProgramGrid>
          {programs.map((program, at) => (
            <ProgramCard key={program.id} program={program} {...pageStart(at)} />
          ))}
        </ProgramGrid>
      )}
    </ListSection>
  );
}
