import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useApi } from '../api/context.ts';
import { start } from '../api/load.ts';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient, queries } }) =>
    start(queryClient, queries.programs.list(), queries.coaches.list()),
  head: ({ match: { context } }) =>
    pageHead(context, {
      description: 'Practical training in Kampala for young people who want to work for themselves.',
      path: '/',
    }),
  component: Home,
});

function Home() {
  const { queries } = useApi();
  const { data } = useQuery(queries.programs.list());
  return (
    <>
      <h1>Home</h1>
      <ul>
        {data?.map((p) => (
          <li key={p.id}>{p.name}</li>
        ))}
      </ul>
    </>
  );
}
