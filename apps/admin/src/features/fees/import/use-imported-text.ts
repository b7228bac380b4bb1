import { useState } from 'react';
import { type AdminAnswers, toApiFailure } from '../../../api/admin.ts';
import { readFailureReason } from '../../../forms/field-errors.ts';
import type { ChosenWorkbook } from './hidden-cells-section.tsx';

export type StatementPlan = AdminAnswers['fees']['plan'];
export type PeoplePlan = AdminAnswers['fees']['planPeople'];
type ImportPreview = { statement: StatementPlan } | { people: PeoplePlan };
export type ImportedText = ReturnType<typeof useImportedText>;

/**
 * The lines of an import, the file they come from, and their preview. A change of the lines discards the
 * preview.
 */
export function useImportedText() {
  const [text, setText] = useState('');
  /** Undefined for lines that were typed or pasted. */
  const [fileName, setFileName] = useState<string>();
  const [workbook, setWorkbook] = useState<ChosenWorkbook>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [outcome, setOutcome] = useState<{ isDone: boolean; text: string }>();

  const discardPreview = () => {
    setWorkbook(undefined);
    setPreview(undefined);
    setOutcome(undefined);
  };
  return {
    text,
    fileName,
    workbook,
    preview,
    outcome,
    setText,
    setWorkbook,
    setPreview,
    discardPreview,
    replaceText: (lines: string, name?: string) => {
      discardPreview();
      setText(lines);
      setFileName(name);
    },
    run: async (work: () => Promise<void>) => {
      setOutcome(undefined);
      try {
        await work();
      } catch (error) {
        setOutcome({ isDone: false, text: readFailureReason(toApiFailure(error)) });
      }
    },
    refuse: (why: string) => setOutcome({ isDone: false, text: why }),
    finish: (done: string) => {
      discardPreview();
      setText('');
      setOutcome({ isDone: true, text: done });
    },
  };
}
