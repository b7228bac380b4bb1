import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from './use-debounced.ts';

/** Asks for a preview of what is typed, once typing has paused. The mutation changes nothing. */
export function usePreview<Input, Answer>(
  name: string,
  input: Input,
  ask: (input: Input) => Promise<Answer>,
) {
  const typed = useDebounced(JSON.stringify(input));
  return useQuery({
    queryKey: [name, typed],
    queryFn: () => ask(JSON.parse(typed)),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}
