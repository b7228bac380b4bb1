import type { ImportChoices } from '@institute/contract';
import type { BuiltInChoice } from '@institute/contract/imports.constants';
import { useState } from 'react';
import type { AdminAnswers } from '../../api/admin.ts';

export type ImportPlan = AdminAnswers['imports']['plan'];
export type ImportGroup = ImportPlan['groups'][number];
type ImportGroupKey = Pick<ImportGroup, 'kind' | 'category'>;
type GroupChoice = ImportChoices['groups'][number];

export type BuiltInPageAnswer = { as: BuiltInChoice; path: string };

/** All groups of the plan, those of the files too. */
export function listGroups({ groups, pictures, documents }: ImportPlan): ImportGroup[] {
  const fileGroups: ImportGroup[] = [
    { kind: 'picture' as const, category: null, count: pictures },
    { kind: 'document' as const, category: null, count: documents },
  ];
  return [...groups, ...fileGroups.filter(({ count }) => count > 0)];
}

/** True for a plan without items and files. It may still import the menu. */
export const isEmptyPlan = ({ create, update, newFiles }: ImportPlan): boolean =>
  create + update + newFiles === 0;

const matchesImportGroup = (one: ImportGroupKey) => (other: ImportGroupKey) =>
  one.kind === other.kind && one.category === other.category;

/** By default everything is imported but the old front page. */
export function useImportChoices(plan: ImportPlan) {
  const [groups, setGroups] = useState<readonly GroupChoice[]>([]);
  const [answers, setAnswers] = useState<ReadonlyMap<number, BuiltInPageAnswer>>(new Map());
  const [menu, setMenu] = useState(!isEmptyPlan(plan) && plan.menu.some(({ entry }) => entry !== null));

  const findGroupChoice = ({ kind, category }: ImportGroupKey): GroupChoice =>
    groups.find(matchesImportGroup({ kind, category })) ?? { kind, category, isTaken: true, except: [] };
  const replaceGroupChoice = (choice: GroupChoice) =>
    setGroups((known) => [...known.filter((one) => !matchesImportGroup(choice)(one)), choice]);
  const countChosenItems = (group: ImportGroup): number => {
    const { isTaken, except } = findGroupChoice(group);
    return isTaken ? group.count - except.length : except.length;
  };
  const findBuiltInAnswer = ({ id, path, builtIn }: ImportPlan['builtIn'][number]): BuiltInPageAnswer =>
    answers.get(id) ?? { as: builtIn === '/' ? 'leave' : 'move', path };
  const importChoices: ImportChoices = {
    groups: [...groups],
    builtIn: plan.builtIn.map((page) => {
      const { as, path } = findBuiltInAnswer(page);
      return { id: page.id, as, path: as === 'move' && path !== page.path ? path : null };
    }),
    menu,
  };
  return {
    choices: importChoices,
    menu,
    setMenu,
    countTaken: countChosenItems,
    findChoice: findBuiltInAnswer,
    setAnswer: (id: number, answer: BuiltInPageAnswer) =>
      setAnswers((known) => new Map([...known, [id, answer]])),
    isTaken: (group: ImportGroupKey, id: number) => {
      const { isTaken, except } = findGroupChoice(group);
      return isTaken !== except.includes(id);
    },
    takeGroup: ({ kind, category }: ImportGroupKey, isTaken: boolean) =>
      replaceGroupChoice({ kind, category, isTaken, except: [] }),
    toggle: (group: ImportGroupKey, id: number) => {
      const groupChoice = findGroupChoice(group);
      const { except } = groupChoice;
      replaceGroupChoice({
        ...groupChoice,
        except: except.includes(id) ? except.filter((one) => one !== id) : [...except, id],
      });
    },
  };
}

export type ImportChoicesState = ReturnType<typeof useImportChoices>;
