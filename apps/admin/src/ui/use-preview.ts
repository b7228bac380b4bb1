import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from './use-debounced.ts';

/** Loads a preview of typed input once typing pauses. The mutation that loads it changes nothing. */
export function usePreview<Input, Answer>(
  name: string,
  input: Input,
  ask: (input: Input) => Promise<Answer>,
) {
  const debouncedInput = useDebounced(JSON.stringify(input));
  return useQuery({
    queryKey: [name, debouncedInput],
    queryFn: () => ask(JSON.parse(debouncedInput)),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}
