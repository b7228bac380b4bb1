import type { Registration } from '@institute/contract';
import { retentionWords } from '@institute/contract/retention-words';
import { formatDate } from '@institute/contract/time';
import type { ReactNode } from 'react';
import { admin } from '../../api/admin.ts';

/** A version never changes. */
const loadedForever = { staleTime: Number.POSITIVE_INFINITY, retry: false };

type Agreed = Pick<Registration, 'consentVersion'>;

export function AgreedTerms({ registration: { consentVersion } }: { registration: Agreed }) {
  const { data, error } = admin.site.legalVersion.useQuery(
    { version: consentVersion ?? '' },
    { ...loadedForever, enabled: consentVersion !== null },
  );
  if (error) return <Small>The terms that the applicant agreed to could not be loaded.</Small>;
  if (consentVersion === null || data === null) {
    return <Small>Agreed to terms whose text was not kept.</Small>;
  }
  if (!data) return null;

  const { terms, privacy, retention } = data.texts;
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-green underline underline-offset-4">
        Agreed to the terms of {formatDate(data.since)}
      </summary>
      <div className="mt-2 flex flex-col gap-5 rounded-small border border-line p-4">
        <LegalText {...terms} />
        <LegalText {...privacy}>
          <ul className="list-disc pl-5">
            {retentionWords(retention).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </LegalText>
      </div>
    </details>
  );
}

type LegalTextProps = {
  title: string;
  intro: string;
  sections: { title: string; text: string }[];
  children?: ReactNode;
};

function LegalText({ title, intro, sections, children }: LegalTextProps) {
  return (
    <section className="flex flex-col gap-2">
      <h4 className="text-base font-semibold">{title}</h4>
      <p>{intro}</p>
      {sections.map((section) => (
        <div key={section.title}>
          <h5 className="font-semibold">{section.title}</h5>
          <p className="whitespace-pre-line">{section.text}</p>
        </div>
      ))}
      {children}
    </section>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-sm text-muted">{children}</p>
);
