import type { LeftOutContent } from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { TitledSection } from '../../ui/titled-section.tsx';

const MAX_SHOWN_TITLES = 5;

export function LeftOutList({ leftOut }: { leftOut: LeftOutContent[] }) {
  if (leftOut.length === 0) return null;
  return (
    <TitledSection title="Left out">
      <ul className="flex flex-col gap-1">
        {leftOut.map(({ what, count, titles }) => (
          <li key={what} className="wrap-anywhere">
            {what} ({formatNumber(count)})
            <span className="text-sm text-muted"> {titles.slice(0, MAX_SHOWN_TITLES).join(' · ')}</span>
            {titles.length > MAX_SHOWN_TITLES && (
              <details>
                <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
                  Show more
                </summary>
                <ul className="text-sm text-muted">
                  {titles.slice(MAX_SHOWN_TITLES).map((title) => (
                    <li key={title}>{title}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
