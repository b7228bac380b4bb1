import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenApi, openApi } from '../reference/openapi.ts';
import { breakingChanges } from './breaking-changes.ts';

const releasedFile = join(import.meta.dirname, '../../../../docs/api/released/openapi.json');
const released: OpenApi = JSON.parse(readFileSync(releasedFile, 'utf8'));

test('the API breaks no program that was written for the released one', () => {
  expect(breakingChanges(released, openApi())).toEqual([]);
});

const jsonOf = (schema: object) => ({ 'application/json': { schema } });
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const sample = () => ({
  paths: {
    '/courses': {
      get: {
        operationId: 'courses.list',
        security: [{}, { bearer: [] }],
        parameters: [
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } },
        ],
        responses: {
          200: { headers: { ETag: {} }, content: jsonOf(refTo('CourseList')) },
          404: { $ref: '#/components/responses/Failure404' },
        },
      },
      post: {
        operationId: 'courses.create',
        security: [{ bearer: [] }],
        'x-api-key-scope': 'content:write',
        parameters: [],
        requestBody: { required: false, content: jsonOf(refTo('CourseInput')) },
        responses: { 201: { content: jsonOf(refTo('Course')) } },
      },
    },
  },
  components: {
    schemas: {
      CourseList: {
        type: 'object',
        properties: { data: { type: 'array', items: refTo('Course') } },
        required: ['data'],
      },
      Course: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: { type: 'string', maxLength: 100 },
          level: { type: 'string', enum: ['first', 'second'] },
          next: { anyOf: [refTo('Course'), { type: 'null' }] },
        },
        required: ['id', 'name', 'level'],
      },
      CourseInput: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          price: { type: 'number' },
          level: { type: 'string', enum: ['first', 'second'] },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['name'],
      },
    },
  },
});
const asDocument = (document: unknown) => document as OpenApi;

function changed(place: string, value?: unknown): OpenApi {
  const document = sample();
  const keys = place.split(' ');
  const last = keys.pop() ?? '';
  let at: object = document;
  for (const key of keys) at = Reflect.get(at, key);
  if (value === undefined) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
  return asDocument(document);
}

const list = 'paths /courses get';
const create = 'paths /courses post';
const course = 'components schemas Course';
const input = 'components schemas CourseInput';

test.each<[change: string, place: string, value?: unknown]>([
  ['the call is gone', create],
  ['its operationId is no longer courses.list', `${list} operationId`, 'courses.all'],
  ['it is closed to visitors', `${list} security`, [{ bearer: [] }]],
  ['an API key needs the scope a:b', `${create} x-api-key-scope`, 'a:b'],
  ['the query parameter limit is gone', `${list} parameters`, []],
  ['the query parameter limit must now be given', `${list} parameters 0 required`, true],
  ['the query parameter limit has a lower maximum', `${list} parameters 0 schema maximum`, 50],
  ['it takes no body', `${create} requestBody`],
  ['it must now have a body', `${create} requestBody required`, true],
  ['the body: price must now be given', `${input} required`, ['name', 'price']],
  ['the body: note is gone', `${input} properties note`],
  ['the body: name has a lower maxLength', `${input} properties name maxLength`, 99],
  ['the body: name has a higher minLength', `${input} properties name minLength`, 2],
  ['the body: name has another pattern', `${input} properties name pattern`, '^a'],
  ['the body: level no longer takes second', `${input} properties level enum`, ['first', 'third']],
  ['the body: note may no longer be null', `${input} properties note`, { type: 'string' }],
  ['it no longer answers 201', `${create} responses 201`],
  ['the answer 200 has no header ETag', `${list} responses 200 headers`],
  ['the answer 200: data[].name is gone', `${course} properties name`],
  ['the answer 200: data[].name may now be missing', `${course} required`, ['id', 'level']],
  ['the answer 200: data[].id may now be number', `${course} properties id type`, 'number'],
  ['the answer 200: data[].level may now be any string', `${course} properties level`, { type: 'string' }],
])('finds that %s', (change, place, value) => {
  const changes = breakingChanges(asDocument(sample()), changed(place, value));
  expect(changes.map((text) => text.replace(/^[A-Z]+ \S+: /, ''))).toContain(change);
});

test.each<[what: string, place: string, value?: unknown]>([
  ['a new call', 'paths /lessons', { get: sample().paths['/courses'].get }],
  ['a wider parameter', `${list} parameters 0 schema maximum`, 1000],
  ['an optional field', `${input} properties colour`, { type: 'string' }],
  ['a field that need not be given', `${input} required`, []],
  ['a new answered field', `${course} properties colour`, { type: 'string' }],
  ['an answered value more', `${course} properties level enum`, ['first', 'second', 'third']],
  ['a new failure', `${create} responses 409`, { $ref: '#/components/responses/Failure409' }],
])('allows %s', (_, place, value) => {
  expect(breakingChanges(asDocument(sample()), changed(place, value))).toEqual([]);
});
