import { startedImportAnswer } from '@institute/contract';
import { callTimeoutMs } from '@institute/contract/api.constants';
import { type ImportKind, importPath, siteImportLimits } from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { formatDateTime } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type AdminAnswers, admin, makeUploadProgressFetch, toApiFailure } from '../../api/admin.ts';
import { findContentResourceKey } from '../../api/content-resources.ts';
import { readResponseAnswer } from '../../api/read-answer.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledPage, TitledSection } from '../../ui/titled-section.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { ImportPreview } from './preview.tsx';

type ImportStatus = AdminAnswers['imports']['status'];

const importKinds: readonly { value: ImportKind; label: string; hint: string }[] = [
  {
    value: 'wordpress',
    label: 'WordPress',
    hint: 'The file that WordPress makes under Tools › Export › All content (.xml), up to 200 MB.',
  },
  { value: 'programs', label: 'Programs', hint: 'A CSV with the columns of the export of programs.' },
  { value: 'coaches', label: 'Team', hint: 'A CSV with the columns of the export of the team.' },
  { value: 'alumni', label: 'Alumni', hint: 'A CSV with the columns of the export of alumni.' },
];

const contentTypeNames: Record<string, [one: string, many: string]> = {
  post: ['post', 'posts'],
  page: ['page', 'pages'],
  program: ['program', 'programs'],
  coach: ['team member', 'team members'],
  alumni: ['former student', 'alumni'],
};

const importStateNames: Record<string, string> = {
  planned: 'Not begun',
  running: 'Running',
  done: 'Done',
  failed: 'Failed: nothing was stored',
  undone: 'Undone',
};

/** Nothing is stored before the preview is confirmed. */
export function ImportPage() {
  const { id } = useSearch({ from: '/admin/import' });
  const navigate = useNavigate({ from: '/admin/import' });
  const openImport = (opened?: number) => void navigate({ search: { id: opened } });
  return (
    <TitledPage title="Import">
      {id === undefined ? (
        <>
          <ImportFileForm onSent={openImport} />
          <PeopleHint />
          <EarlierImports onOpen={openImport} />
        </>
      ) : (
        <OpenImport key={id} id={id} onClose={() => openImport()} />
      )}
    </TitledPage>
  );
}

function ImportFileForm({ onSent }: { onSent: (id: number) => void }) {
  const [kind, setKind] = useState<ImportKind>('wordpress');
  const [file, setFile] = useState<File>();
  const [uploads, setUploads] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [site, setSite] = useState('');
  const [lacksSite, setLacksSite] = useState(false);
  const { change, outcome } = useChangeWithOutcome();
  const isWordPress = kind === 'wordpress';
  const chosenFiles = { file, uploads: isWordPress ? uploads : undefined };
  const isTooLarge = Object.values(chosenFiles).some((one) => one && one.size > siteImportLimits.bytes);
  const tooLargeOutcome = { isDone: false, text: 'A file has at most 200 MB' };

  const sendFiles = async () => {
    const form = new FormData();
    form.append('kind', kind);
    form.append('site', site);
    for (const [name, one] of Object.entries(chosenFiles)) if (one) form.append(name, one);
    setSent(0);
    const fetchWithProgress = makeUploadProgressFetch(setSent, callTimeoutMs.import);
    const uploadFiles = async () => {
      const response = await fetchWithProgress(importPath, { method: 'POST', body: form });
      const uploadAnswer = await readResponseAnswer(response, startedImportAnswer).catch((error) => {
        setLacksSite(toApiFailure(error).details.some(({ path }) => path === 'site'));
        throw error;
      });
      onSent(uploadAnswer.id);
    };
    await change(uploadFiles, { failed: 'The file could not be read' });
    setSent(undefined);
  };
  return (
    <section aria-label="New import" className="flex flex-col gap-5">
      <Radios legend="What" name="kind" choices={importKinds} value={kind} onChoose={setKind} />
      <FileInput
        label="File"
        hint={importKinds.find(({ value }) => value === kind)?.hint}
        accept={isWordPress ? '.xml,text/xml' : '.csv,.txt,.tsv,text/csv'}
        onFile={setFile}
      />
      {isWordPress && lacksSite && (
        <Field
          label="Address of the old site"
          hint="Two old sites may number their articles alike. Write the same address for all files of one site."
          className="max-w-xl"
        >
          <Input
            value={site}
            onChange={({ target }) => setSite(target.value)}
            placeholder="www.school.example"
            autoComplete="off"
          />
        </Field>
      )}
      {isWordPress && (
        <FileInput
          label="Pictures and documents (optional)"
          hint="A zip of the folder wp-content/uploads. Without it, they are fetched from the old site."
          accept=".zip"
          onFile={setUploads}
        />
      )}
      <Button
        className="self-start"
        pending={sent !== undefined}
        onClick={sendFiles}
        disabled={!file || isTooLarge}
      >
        Preview
      </Button>
      <OutcomeLine outcome={isTooLarge ? tooLargeOutcome : outcome} />
      {sent !== undefined && (
        <Progress label="Upload" value={Math.round(sent * 100)} max={100} className="max-w-96" />
      )}
    </section>
  );
}

/** Students are no content of the site: they are imported together with their debts. */
function PeopleHint() {
  const maySee = useMaySee();
  if (!maySee(needs.fees)) return null;
  return (
    <p className="max-w-xl">
      Students who are here already, with what they owe, come in under{' '}
      <Link to="/admin/fees/import" className="inline-flex min-h-11 items-center underline">
        Fees › Payments › Import
      </Link>
      , as People.
    </p>
  );
}

type FileInputProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  accept: string;
  onFile: (file: File | undefined) => void;
};

const FileInput = ({ accept, onFile, ...field }: FileInputProps) => (
  <Field {...field} className="max-w-xl">
    <Input
      type="file"
      accept={accept}
      onChange={({ target }) => onFile(target.files?.[0])}
      className="py-1.5 file:mr-3 file:h-8 file:rounded-control file:bg-green-soft file:px-3 file:font-semibold"
    />
  </Field>
);

function OpenImport({ id, onClose }: { id: number; onClose: () => void }) {
  const statusQuery = admin.imports.status.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1000 : false) },
  );
  const anotherImportButton = (
    <Button variant="outline" onClick={onClose}>
      Choose another file
    </Button>
  );
  return (
    <Loading query={statusQuery} failed="Failed to load the import">
      {(data) => {
        if (data.state === 'planned') return <ImportPreview id={id}>{anotherImportButton}</ImportPreview>;
        if (data.state === 'running') return <RunningImport status={data} />;
        return <ImportResult status={data}>{anotherImportButton}</ImportResult>;
      }}
    </Loading>
  );
}

const RunningImport = ({ status: { done, total } }: { status: ImportStatus }) => (
  <section aria-label="Result" className="flex flex-col gap-5">
    <p className="text-lg font-semibold">{importStateNames.running}</p>
    <Progress label="Import" value={done} max={total} className="max-w-96" />
    <p className="text-sm text-muted">
      {formatNumber(done)} of {formatNumber(total)}. You may leave this page.
    </p>
  </section>
);

function ImportResult({ status, children }: { status: ImportStatus; children: ReactNode }) {
  const { id, state, error, items, leftOut, failedPictures, failedDocuments } = status;
  const countedFiles = countFiles(status);
  const failedFilesText = countFiles({ pictures: failedPictures, documents: failedDocuments }).replace(
    ', ',
    ' and ',
  );
  const undoMutation = admin.imports.undo.useMutation();
  const fetchAgainMutation = admin.imports.fetchAgain.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  const importedItemCount = items.reduce((sum, { created, updated }) => sum + created + updated, 0);
  const undoImport = () =>
    change(() => undoMutation.mutateAsync({ id }), {
      done: ({ undone, kept }) => {
        const keptItemsText =
          kept > 0
            ? `, ${countItems(kept, 'was changed since and stays', 'were changed since and stay')}`
            : '';
        return `${countItems(undone, 'item is in the trash or as it was', 'items are in the trash or as they were')}${keptItemsText}. Pictures stay in Media.`;
      },
      failed: 'Failed to undo the import',
    });
  const askToUndo = () => {
    if (importedItemCount <= MAX_UNDO_WITHOUT_QUESTION) return undoImport();
    ask({
      title: `Undo the import of ${countItems(importedItemCount, 'item')}?`,
      description:
        'New ones go to the trash, and changed ones become what they were. Those changed since stay.',
      confirmLabel: 'Undo Import',
      onConfirm: undoImport,
    });
    return undefined;
  };
  const fetchPictures = () =>
    change(() => fetchAgainMutation.mutateAsync({ id }), { failed: 'They could not be fetched' });
  return (
    <section aria-label="Result" className="flex flex-col gap-5">
      <p className="text-lg font-semibold">
        {importStateNames[state]}
        {error && `. ${error}`}
      </p>
      <ul className="flex flex-col gap-1">
        {items.map((item) => (
          <ImportedItemLine key={item.type} {...item} />
        ))}
        {countedFiles && (
          <li>
            <Link to="/admin/media" className="inline-flex min-h-11 items-center underline">
              {countedFiles}
            </Link>
          </li>
        )}
      </ul>
      <LeftOutList leftOut={leftOut} />
      {failedFilesText && (
        <p className="max-w-xl text-sm text-muted">
          Where the old site is gone, choose the same file again with a zip of its pictures and documents.
          Texts that were changed here since stay as they are.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {failedFilesText && (
          <Button pending={fetchAgainMutation.isPending} onClick={fetchPictures}>
            Fetch {failedFilesText} again
          </Button>
        )}
        {state === 'done' && (
          <Button variant="outline" pending={undoMutation.isPending} onClick={askToUndo}>
            Undo
          </Button>
        )}
        {children}
      </div>
      <OutcomeLine outcome={outcome} />
      {question}
    </section>
  );
}

const countFiles = ({ pictures, documents }: Pick<ImportStatus, 'pictures' | 'documents'>): string =>
  [pictures > 0 && countItems(pictures, 'picture'), documents > 0 && countItems(documents, 'document')]
    .filter(Boolean)
    .join(', ');

/** The undo of more items than these asks first. */
const MAX_UNDO_WITHOUT_QUESTION = 10;

function ImportedItemLine({ type, created, updated }: ImportStatus['items'][number]) {
  const contentResourceKey = findContentResourceKey(type);
  const typeName = contentTypeNames[type];
  if (!contentResourceKey || !typeName) return null;
  const countsByKind = [
    [created, 'new'],
    [updated, 'changed'],
  ] as const;
  return (
    <li>
      <Link to={`/admin/${contentResourceKey}`} className="inline-flex min-h-11 items-center underline">
        {countsByKind
          .filter(([count]) => count > 0)
          .map(([count, word]) => `${countItems(count, ...typeName)} ${word}`)
          .join(', ')}
      </Link>
    </li>
  );
}

function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const { data = [] } = admin.imports.list.useQuery();
  if (data.length === 0) return null;
  return (
    <TitledSection title="Earlier imports">
      <ul className="flex flex-col">
        {data.map(({ id, kind, fileName, state, createdAt, created, updated }) => (
          <li key={id} className="py-1 wrap-anywhere">
            <button type="button" className="min-h-11 text-left underline" onClick={() => onOpen(id)}>
              {importKinds.find(({ value }) => value === kind)?.label}, {formatDateTime(createdAt)}:{' '}
              {importStateNames[state]}
            </button>
            <p className="text-sm text-muted">
              {[fileName, `${formatNumber(created)} new`, `${formatNumber(updated)} changed`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
