import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { type AttentionLine, listAttentionLines } from './attention-lines.ts';

export function AttentionList() {
  const query = admin.stats.attention.useQuery();
  return (
    <TitledSection title="What needs care" tools={null}>
      <Loading query={query} failed="What needs care could not be loaded" skeleton={skeleton}>
        {(attention) => <AttentionLines lines={listAttentionLines(attention)} />}
      </Loading>
    </TitledSection>
  );
}

const skeleton = (
  <Skeletons
    label="Loading what needs care…"
    className="flex flex-col gap-2"
    heights={Array(3).fill('h-14')}
  />
);

function AttentionLines({ lines }: { lines: AttentionLine[] }) {
  if (lines.length === 0) return <EmptyState icon={CircleCheck} title="Nothing needs care" />;
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-card">
      {lines.map(({ text, hint, to, search }) => (
        <li key={text} className="border-line not-last:border-b">
          <Link
            to={to}
            search={search}
            className="flex min-h-14 items-center justify-between gap-3 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-sand"
          >
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{text}</span>
              {hint && <span className="block text-sm text-muted">{hint}</span>}
            </span>
            <ChevronRight className="size-5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
