import { readFileText } from '@institute/contract/file-text';
import { fileTooLargeMessage, tableLimits } from '@institute/contract/tables.constants';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import type { ChosenWorkbook } from './hidden-cells-section.tsx';
import type { ImportedText } from './use-imported-text.ts';

type ReadWorkbook = AdminAnswers['fees']['planFile'];

/** The browser reads a text file. The server reads a workbook, and at once plans it as a statement. */
export function useChosenFile(
  { run, refuse, replaceText, setText, setWorkbook }: ImportedText,
  showWorkbook: (read: ReadWorkbook) => Promise<void>,
) {
  const planFileMutation = admin.fees.planFile.useMutation();

  const readWorkbook = async ({ name, base64, withHidden }: Omit<ChosenWorkbook, 'hidden'>) => {
    const plannedFile = await planFileMutation.mutateAsync({ name, base64, withHidden });
    setText(plannedFile.text);
    setWorkbook({ name, base64, withHidden, hidden: plannedFile.hidden });
    await showWorkbook(plannedFile);
  };
  return {
    isPending: planFileMutation.isPending,
    chooseFile: (file: File) =>
      run(async () => {
        replaceText('', file.name);
        if (file.size > tableLimits.bytes) return refuse(fileTooLargeMessage);
        const fileText = readFileText(new Uint8Array(await file.arrayBuffer()));
        if (fileText !== null) return setText(fileText);
        await readWorkbook({ name: file.name, base64: await toBase64(file), withHidden: false });
      }),
    readAgain: (workbook: ChosenWorkbook, withHidden: boolean) =>
      run(() => readWorkbook({ ...workbook, withHidden })),
  };
}

const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(`${reader.result}`.replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
