import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referenceFolder } from '../cli/api-reference.ts';
import { type OpenApi, openApi } from '../http/openapi.ts';
import { breakingChanges } from './breaking-changes.ts';

const released: OpenApi = JSON.parse(readFileSync(join(referenceFolder, 'released/openapi.json'), 'utf8'));

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
          { name: 'sort', in: 'query', required: false, schema: { type: 'string', enum: ['name', 'price'] } },
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
          startsOn: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
          level: { type: 'string', enum: ['first', 'second'] },
          next: { anyOf: [refTo('Course'), { type: 'null' }] },
        },
        required: ['id', 'name', 'level'],
      },
      CourseInput: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          price: { type: 'number', minimum: 0 },
          level: { type: 'string', enum: ['first', 'second'] },
          topics: { type: 'array', maxItems: 5, items: { type: 'string' } },
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

test('a document breaks nothing of itself', () => {
  expect(breakingChanges(asDocument(sample()), asDocument(sample()))).toEqual([]);
});

test.each<[what: string, change: string, place: string, value?: unknown]>([
  ['a path that is gone', 'the call is gone', 'paths /courses'],
  ['a call that is gone', 'the call is gone', create],
  ['another name', 'its operationId is no longer courses.list', `${list} operationId`, 'courses.all'],
  ['a call closed to visitors', 'it is closed to visitors', `${list} security`, [{ bearer: [] }]],
  ['a call without bearers', 'it takes no bearer', `${create} security`, []],
  ['a scope where none was', 'an API key needs the scope a:b', `${list} x-api-key-scope`, 'a:b'],
  ['another scope', 'an API key needs the scope a:b', `${create} x-api-key-scope`, 'a:b'],
  [
    'a parameter that is gone',
    'the query parameter sort is gone',
    `${list} parameters`,
    [sample().paths['/courses'].get.parameters[0]],
  ],
  [
    'a new required parameter',
    'the query parameter day must now be given',
    `${create} parameters`,
    [{ name: 'day', in: 'query', required: true, schema: {} }],
  ],
  [
    'a parameter that is now required',
    'the query parameter limit must now be given',
    `${list} parameters 0 required`,
    true,
  ],
  [
    'a narrower parameter',
    'the query parameter limit has a lower maximum',
    `${list} parameters 0 schema maximum`,
    50,
  ],
  [
    'a parameter of another type',
    'the query parameter limit may no longer be integer',
    `${list} parameters 0 schema type`,
    'string',
  ],
  [
    'a parameter with a value less',
    'the query parameter sort no longer takes price',
    `${list} parameters 1 schema enum`,
    ['name'],
  ],
  ['a call without its body', 'it takes no body', `${create} requestBody`],
  ['a new required body', 'it must now have a body', `${list} requestBody`, { required: true }],
  ['a body that is now required', 'it must now have a body', `${create} requestBody required`, true],
  ['a body of another kind', 'the body is not application/json', `${create} requestBody content`, {}],
  ['a required field', 'the body: price must now be given', `${input} required`, ['name', 'price']],
  ['a field that is no longer taken', 'the body: note is gone', `${input} properties note`],
  ['a shorter text', 'the body: name has a lower maxLength', `${input} properties name maxLength`, 99],
  ['a longer minimum', 'the body: name has a higher minLength', `${input} properties name minLength`, 2],
  ['a limit where none was', 'the body: price has a lower maximum', `${input} properties price maximum`, 10],
  ['a shorter list', 'the body: topics has a lower maxItems', `${input} properties topics maxItems`, 4],
  ['a pattern', 'the body: name has another pattern', `${input} properties name pattern`, '^a'],
  ['a format', 'the body: name has another format', `${input} properties name format`, 'email'],
  [
    'a value less',
    'the body: level no longer takes second',
    `${input} properties level enum`,
    ['first', 'third'],
  ],
  [
    'words in place of free text',
    'the body: name no longer takes others',
    `${input} properties name enum`,
    ['a'],
  ],
  [
    'whole numbers only',
    'the body: price may no longer be number',
    `${input} properties price type`,
    'integer',
  ],
  [
    'another type in a list',
    'the body: topics[] may no longer be string',
    `${input} properties topics items type`,
    'number',
  ],
  [
    'no null any more',
    'the body: note may no longer be null',
    `${input} properties note`,
    { type: 'string' },
  ],
  ['a success that is gone', 'it no longer answers 201', `${create} responses 201`],
  ['another success', 'it may now answer 202', `${create} responses 202`, { content: {} }],
  [
    'an answer of another kind',
    'the answer 201 is not application/json',
    `${create} responses 201 content`,
    {},
  ],
  ['a header that is gone', 'the answer 200 has no header ETag', `${list} responses 200 headers`],
  ['an answered field that is gone', 'the answer 200: data[].name is gone', `${course} properties name`],
  [
    'a field that may be missing',
    'the answer 200: data[].name may now be missing',
    `${course} required`,
    ['id', 'level'],
  ],
  [
    'an answered null',
    'the answer 200: data[].name may now be null',
    `${course} properties name type`,
    ['string', 'null'],
  ],
  [
    'an answered number',
    'the answer 200: data[].id may now be number',
    `${course} properties id type`,
    'number',
  ],
  [
    'another answered type',
    'the answer 200: data[].name may now be integer',
    `${course} properties name`,
    { type: 'integer' },
  ],
  [
    'another answered format',
    'the answer 200: data[].startsOn has another format',
    `${course} properties startsOn`,
    { type: 'string', format: 'date-time' },
  ],
  [
    'free text in place of words',
    'the answer 200: data[].level may now be any string',
    `${course} properties level`,
    { type: 'string' },
  ],
  [
    'one in place of a list',
    'the answer 200: data may now be object',
    'components schemas CourseList properties data',
    refTo('Course'),
  ],
])('finds %s', (_, change, place, value) => {
  const changes = breakingChanges(asDocument(sample()), changed(place, value));
  expect(changes.map((text) => text.replace(/^[A-Z]+ \S+: /, ''))).toContain(change);
});

test.each<[what: string, place: string, value?: unknown]>([
  ['a new call', 'paths /lessons', { get: sample().paths['/courses'].get }],
  ['a call opened to visitors', `${create} security`, [{}, { bearer: [] }]],
  [
    'an optional parameter',
    `${create} parameters`,
    [{ name: 'day', in: 'query', required: false, schema: {} }],
  ],
  ['a wider parameter', `${list} parameters 0 schema maximum`, 1000],
  ['an optional field', `${input} properties colour`, { type: 'string' }],
  ['a field that need not be given', `${input} required`, []],
  ['a longer text', `${input} properties name maxLength`, 200],
  ['one more value', `${input} properties level enum`, ['first', 'second', 'third']],
  ['free text in place of words', `${input} properties level`, { type: 'string' }],
  ['a new answered field', `${course} properties colour`, { type: 'string' }],
  ['a field that is always there', `${course} required`, ['id', 'name', 'level', 'startsOn', 'next']],
  ['an answered value more', `${course} properties level enum`, ['first', 'second', 'third']],
  ['a longer answered text', `${course} properties name maxLength`, 200],
  ['an answer that is never null', `${course} properties startsOn`, { type: 'string', format: 'date' }],
  ['a new failure', `${create} responses 409`, { $ref: '#/components/responses/Failure409' }],
  ['a failure less', `${list} responses 404`],
])('allows %s', (_, place, value) => {
  expect(breakingChanges(asDocument(sample()), changed(place, value))).toEqual([]);
});
