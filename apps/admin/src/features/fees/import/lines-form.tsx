import { Button } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { useId, useRef } from 'react';

type LinesFormProps = {
  text: string;
  hint: string;
  isPending: boolean;
  onType: (text: string) => void;
  onFile: (file: File) => void;
  onPreview: () => void;
};

/** Lines that are pasted or come from a file. */
export const LinesForm = ({ text, hint, isPending, onType, onFile, onPreview }: LinesFormProps) => (
  <>
    <Field label="Lines" hint={hint}>
      <Textarea rows={8} value={text} onChange={({ target }) => onType(target.value)} />
    </Field>
    <div className="flex flex-wrap items-center gap-3">
      <FileButton onFile={onFile} />
      <Button pending={isPending} disabled={text.trim() === ''} onClick={onPreview}>
        Preview
      </Button>
    </div>
  </>
);

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const fileInput = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <input
        ref={fileInput}
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xls,.pdf,text/*"
        aria-label="File"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again
          target.value = '';
        }}
      />
      <Button variant="outline" onClick={() => fileInput.current?.click()}>
        Choose File
      </Button>
    </>
  );
}
