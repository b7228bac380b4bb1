import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';
import { AskedItemList } from '../../lists/ask-list.tsx';

/**
 * What the chosen program asks for later. Nothing without a connection: the program's page says it too. Without scripts
 * another program may be chosen meanwhile, so the list names its own.
 */
export function WillNeed({ id }: { id: string }) {
  const { data: program } = useQuery(useApi().queries.programs.detail(id));
  if (!program || program.asks.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="font-semibold text-ink">After you have registered for {program.name}, you will need</p>
      <AskedItemList asks={program.asks} />
    </div>
  );
}
