import { zodResolver } from '@hookform/resolvers/zod';
import type { Coach, CoachInput } from '@institute/contract';
import { capitalise, memberKinds } from '@institute/contract/rules';
import { LongTextField, TabsField, TextField } from '../../admin-ui/form/fields.tsx';
import { PictureField } from '../../admin-ui/images/picture-field.tsx';
import type { FormKind } from '../../admin-ui/resource/content-resource.ts';
import { admin } from '../../api/admin.ts';
import { memberWords } from './member-list.tsx';
import { type MemberValues, memberSchema, memberValues } from './member-values.ts';

const kinds = memberKinds.map((value) => ({ value, label: capitalise(value) }));

export const memberForm: FormKind<Coach, MemberValues, CoachInput> = {
  words: memberWords,
  api: admin.coaches,
  resolver: zodResolver(memberSchema),
  valuesOf: memberValues,
  fields: (
    <TabsField<MemberValues> name="kind" label="Type" choices={kinds}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField<MemberValues> name="name" label="Name" required />
        <TextField<MemberValues> name="role" label="Role" required />
      </div>
      <LongTextField<MemberValues> name="bio" label="Bio" required />
      <TextField<MemberValues> name="specialties" label="Specialties" hint="Separated by commas" />
      <PictureField<MemberValues> name="imageUrl" altName="imageAlt" />
    </TabsField>
  ),
};
