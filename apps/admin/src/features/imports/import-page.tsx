import { ok } from '@institute/client/failure';
import { readBody } from '@institute/client/transport';
import { callTimeoutMs } from '@institute/contract/api.constants';
import {
  type ImportKind,
  importPath,
  type LeftOut,
  siteImportLimits,
} from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { type Outcome, OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type AdminAnswers, admin, toApiFailure, watchedFetch } from '../../api/admin.ts';
import { countItems } from '../../ui/count-items.ts';
import { LoadError } from '../../ui/load-error.tsx';

type Status = AdminAnswers['imports']['status'];

const kinds: readonly { value: ImportKind; label: string; hint: string }[] = [
  {
    value: 'wordpress',
    label: 'WordPress',
    hint: 'The file that WordPress makes under Tools › Export › All content (.xml), up to 200 MB.',
  },
  { value: 'programs', label: 'Programs', hint: 'A CSV with the columns of the export of programs.' },
  { value: 'coaches', label: 'Team', hint: 'A CSV with the columns of the export of the team.' },
  { value: 'alumni', label: 'Alumni', hint: 'A CSV with the columns of the export of alumni.' },
];

const names: Record<string, { one: string; many: string; to: string }> = {
  post: { one: 'post', many: 'posts', to: '/admin/posts' },
  page: { one: 'page', many: 'pages', to: '/admin/pages' },
  program: { one: 'program', many: 'programs', to: '/admin/programs' },
  coach: { one: 'team member', many: 'team members', to: '/admin/coaches' },
  alumni: { one: 'former student', many: 'alumni', to: '/admin/alumni' },
};

const states: Record<string, string> = {
  planned: 'Not begun',
  running: 'Running',
  done: 'Done',
  failed: 'Failed: nothing was stored',
  undone: 'Undone',
};

/** Nothing is stored before the preview is confirmed. */
export function ImportPage({
  id,
  onOpen,
}: {
  id: number | undefined;
  onOpen: (id: number | undefined) => void;
}) {
  const [outcome, setOutcome] = useState<Outcome>();
  const runStep = async (work: () => Promise<string | undefined>) => {
    setOutcome(undefined);
    try {
      const text = await work();
      if (text) setOutcome({ isDone: true, text });
    } catch (error) {
      const { details, message } = toApiFailure(error);
      setOutcome({ isDone: false, text: details[0]?.message ?? message });
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <Heading level={1} size="block">
        Import
      </Heading>
      {id === undefined ? (
        <FileForm runStep={runStep} onSent={onOpen} />
      ) : (
        <OpenImport key={id} id={id} runStep={runStep} onClose={() => onOpen(undefined)} />
      )}
      <div aria-live="polite">
        <OutcomeLine outcome={outcome} />
      </div>
      {id === undefined && <EarlierImports onOpen={onOpen} />}
    </div>
  );
}

type Run = (work: () => Promise<string | undefined>) => Promise<void>;

function FileForm({ runStep, onSent }: { runStep: Run; onSent: (id: number) => void }) {
  const [kind, setKind] = useState<ImportKind>('wordpress');
  const [file, setFile] = useState<File>();
  const [uploads, setUploads] = useState<File>();
  const [sent, setSent] = useState<number>();
  const isWordPress = kind === 'wordpress';

  const sendFiles = () =>
    runStep(async () => {
      if (!file) return undefined;
      const form = new FormData();
      form.append('kind', kind);
      form.append('file', file);
      if (uploads && isWordPress) form.append('uploads', uploads);
      setSent(0);
      try {
        const response = await watchedFetch(setSent, callTimeoutMs.import)(importPath, {
          method: 'POST',
          body: form,
        });
        const body = await readBody(response);
        const wrapped = { status: response.status, body: response.ok ? { data: body } : body };
        const { id } = (await ok(Promise.resolve(wrapped))) as { id: number };
        onSent(id);
      } finally {
        setSent(undefined);
      }
      return undefined;
    });
  const isTooLarge = [file, uploads].some((one) => one && one.size > siteImportLimits.bytes);
  return (
    <section aria-label="New import" className="flex flex-col gap-5">
      <Radios legend="What" name="kind" choices={kinds} value={kind} onChoose={setKind} />
      <FileInput
        label="File"
        hint={kinds.find(({ value }) => value === kind)?.hint ?? ''}
        accept={isWordPress ? '.xml,text/xml' : '.csv,text/csv'}
        onFile={setFile}
      />
      {isWordPress && (
        <FileInput
          label="Pictures (optional)"
          hint="A zip of the folder wp-content/uploads. Without it, pictures are fetched from the old site."
          accept=".zip"
          onFile={setUploads}
        />
      )}
      {isTooLarge && <OutcomeLine outcome={{ isDone: false, text: 'A file has at most 200 MB' }} />}
      <Button
        className="self-start"
        pending={sent !== undefined}
        onClick={() => void sendFiles()}
        disabled={!file || isTooLarge}
      >
        Preview
      </Button>
      {sent !== undefined && (
        <Progress label="Upload" value={Math.round(sent * 100)} max={100} className="max-w-96" />
      )}
    </section>
  );
}

type FileInputProps = {
  label: string;
  hint: string;
  accept: string;
  onFile: (file: File | undefined) => void;
};

function FileInput({ label, hint, accept, onFile }: FileInputProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-base font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onFile(target.files?.[0])}
        className="min-h-11 w-full max-w-xl rounded-control border border-line p-2 text-base file:mr-3 file:min-h-9 file:rounded-control file:border-0 file:bg-green-soft file:px-3 file:font-semibold"
      />
    </div>
  );
}

function OpenImport({ id, runStep, onClose }: { id: number; runStep: Run; onClose: () => void }) {
  const status = admin.imports.status.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1000 : false) },
  );
  const commit = admin.imports.commit.useMutation();
  // A begun import has no plan any more
  const hasPlan = status.data?.state === 'planned' && !commit.isPending && !commit.isSuccess;
  const plan = admin.imports.plan.useQuery({ id }, { enabled: hasPlan });
  const undo = admin.imports.undo.useMutation();
  if (status.isError) return <LoadError query={status} />;
  if (plan.isError) return <LoadError query={plan} />;
  const { data } = status;
  if (!data || (data.state === 'planned' && !plan.data)) return <p className="text-muted">Reading…</p>;
  const changes = (plan.data?.create ?? 0) + (plan.data?.update ?? 0);
  const another = (
    <Button variant="outline" onClick={onClose}>
      Choose another file
    </Button>
  );
  if (data.state === 'planned' && plan.data) {
    const { hash, create, update, unchanged, skipped, pictures, leftOut } = plan.data;
    const counts = [
      ['New', create],
      ['Changed in the file', update],
      ['Here already', unchanged],
      ['Left alone: changed or deleted here', skipped],
      ['Pictures', pictures],
    ] as const;
    return (
      <section aria-label="Preview" className="flex flex-col gap-5">
        <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-2">
          {counts.map(([label, count]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="text-right font-semibold tabular-nums">{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
        <LeftOutList leftOut={leftOut} />
        <div className="flex flex-wrap gap-3">
          <Button
            pending={commit.isPending}
            disabled={changes === 0}
            onClick={() => runStep(async () => void (await commit.mutateAsync({ id, hash })))}
          >
            {changes === 0 ? 'Nothing to import' : `Import ${countItems(changes, 'item')}`}
          </Button>
          {another}
        </div>
      </section>
    );
  }
  return (
    <section aria-label="Result" className="flex flex-col gap-5">
      <p className="text-lg font-semibold">
        {states[data.state]}
        {data.error && `. ${data.error}`}
      </p>
      {data.state === 'running' ? (
        <>
          <Progress label="Import" value={data.done} max={data.total} className="max-w-96" />
          <p className="text-sm text-muted">
            {formatNumber(data.done)} of {formatNumber(data.total)}. You may leave this page.
          </p>
        </>
      ) : (
        <>
          <ul className="flex flex-col gap-1">
            {data.items.map(({ type, created, updated }) => (
              <ItemLine key={type} type={type} created={created} updated={updated} />
            ))}
          </ul>
          <LeftOutList leftOut={data.leftOut} />
          <div className="flex flex-wrap gap-3">
            {data.state === 'done' && (
              <Button
                variant="outline"
                pending={undo.isPending}
                onClick={() =>
                  runStep(async () => {
                    const { undone, kept } = await undo.mutateAsync({ id });
                    const rest = kept > 0 ? `, ${kept} were changed since and stay` : '';
                    return `${undone} items are in the trash or as they were${rest}. Pictures stay in Media.`;
                  })
                }
              >
                Undo
              </Button>
            )}
            {another}
          </div>
        </>
      )}
    </section>
  );
}

function ItemLine({ type, created, updated }: Status['items'][number]) {
  const name = names[type];
  if (!name) return null;
  const countWords = (number: number) => countItems(number, name.one, name.many);
  return (
    <li>
      <Link to={name.to} className="inline-flex min-h-11 items-center underline">
        {created > 0 && `${countWords(created)} new`}
        {created > 0 && updated > 0 && ', '}
        {updated > 0 && `${countWords(updated)} changed`}
      </Link>
    </li>
  );
}

function LeftOutList({ leftOut }: { leftOut: LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <section aria-label="Left out" className="flex flex-col gap-2">
      <Heading level={2} size="card">
        Left out
      </Heading>
      <ul className="flex flex-col gap-1">
        {leftOut.map(({ what, count, titles }) => (
          <li key={what} className="wrap-anywhere">
            {what} ({formatNumber(count)})
            {titles.length > 0 && <span className="text-sm text-muted"> {titles.join(' · ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const { data } = admin.imports.list.useQuery();
  if (!data) return null;
  if (data.length === 0) return <EmptyState title="Nothing was imported yet." />;
  return (
    <section aria-label="Earlier imports" className="flex flex-col gap-2">
      <Heading level={2} size="card">
        Earlier imports
      </Heading>
      <ul className="flex flex-col">
        {data.map(({ id, kind, state, createdAt }) => (
          <li key={id}>
            <button type="button" className="min-h-11 text-left underline" onClick={() => onOpen(id)}>
              {kinds.find(({ value }) => value === kind)?.label}, {formatDate(createdAt)}: {states[state]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
