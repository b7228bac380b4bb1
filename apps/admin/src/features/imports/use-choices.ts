import type { ImportChoices } from '@institute/contract';
import type { BuiltInChoice } from '@institute/contract/imports.constants';
import { useState } from 'react';
import type { AdminAnswers } from '../../api/admin.ts';

export type Plan = AdminAnswers['imports']['plan'];
export type Group = Plan['groups'][number];
type GroupKey = Pick<Group, 'kind' | 'category'>;
type GroupChoice = ImportChoices['groups'][number];

export type BuiltInAnswer = { as: BuiltInChoice; path: string };

/** All groups of the plan, those of the files too. */
export function listGroups({ groups, pictures, documents }: Plan): Group[] {
  const files: Group[] = [
    { kind: 'picture' as const, category: null, count: pictures },
    { kind: 'document' as const, category: null, count: documents },
  ];
  return [...groups, ...files.filter(({ count }) => count > 0)];
}

/** True for a plan without items and files. It may still import the menu. */
export const isEmptyPlan = ({ create, update, newFiles }: Plan): boolean => create + update + newFiles === 0;

const isSameGroup = (one: GroupKey) => (other: GroupKey) =>
  one.kind === other.kind && one.category === other.category;

/** By default everything is imported but the old front page. */
export function useChoices(plan: Plan) {
  const [groups, setGroups] = useState<readonly GroupChoice[]>([]);
  const [answers, setAnswers] = useState<ReadonlyMap<number, BuiltInAnswer>>(new Map());
  const [menu, setMenu] = useState(!isEmptyPlan(plan) && plan.menu.some(({ entry }) => entry !== null));

  const findGroup = ({ kind, category }: GroupKey): GroupChoice =>
    groups.find(isSameGroup({ kind, category })) ?? { kind, category, isTaken: true, except: [] };
  const setGroup = (choice: GroupChoice) =>
    setGroups((known) => [...known.filter((one) => !isSameGroup(choice)(one)), choice]);
  const countTaken = (group: Group): number => {
    const { isTaken, except } = findGroup(group);
    return isTaken ? group.count - except.length : except.length;
  };
  const findChoice = ({ id, path, builtIn }: Plan['builtIn'][number]): BuiltInAnswer =>
    answers.get(id) ?? { as: builtIn === '/' ? 'leave' : 'move', path };
  const choices: ImportChoices = {
    groups: [...groups],
    builtIn: plan.builtIn.map((page) => {
      const { as, path } = findChoice(page);
      return { id: page.id, as, path: as === 'move' && path !== page.path ? path : null };
    }),
    menu,
  };
  return {
    choices,
    menu,
    setMenu,
    countTaken,
    findChoice,
    setAnswer: (id: number, answer: BuiltInAnswer) =>
      setAnswers((known) => new Map([...known, [id, answer]])),
    isTaken: (group: GroupKey, id: number) => {
      const { isTaken, except } = findGroup(group);
      return isTaken !== except.includes(id);
    },
    takeGroup: ({ kind, category }: GroupKey, isTaken: boolean) =>
      setGroup({ kind, category, isTaken, except: [] }),
    toggle: (group: GroupKey, id: number) => {
      const known = findGroup(group);
      const { except } = known;
      setGroup({
        ...known,
        except: except.includes(id) ? except.filter((one) => one !== id) : [...except, id],
      });
    },
  };
}

export type Choices = ReturnType<typeof useChoices>;
