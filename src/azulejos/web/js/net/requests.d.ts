/** All requests: what is sent, and what is answered. `{…}` stands for the parameter. */

import type { Lesson } from '../learn/lesson.js';
import type {
  About, Act, Choices, ImportRequest, Imported, Invitations, Invited, Joined, NewTable, Now, PersonalLink, Playing, RecordRequest, RecordReview, Replay,
  Result, ReviewStatus, Scene, SceneRequest, State, Statistics, Summary, Table, Undo,
} from '../messages.js';

/** How things stand at a table. */
export interface Standing {
  table: Table;
  number: number;
  state: State;
  choices: Choices | null;
  undo: Undo;
  result: Result | null;
}

export interface Requests {
  'GET /api/about': { answer: About };
  'GET /api/lesson': { answer: Lesson };
  'GET /api/tables': { answer: { tables: Summary[] } };
  'GET /api/tables/public': { answer: { tables: Summary[] } };
  'POST /api/tables': { body: NewTable; answer: Table };
  'GET /api/tables/{id}': { answer: Standing };
  'DELETE /api/tables/{id}': { answer: null };
  'GET /api/tables/{id}/replay': { answer: Replay };
  'POST /api/tables/{id}/review': { answer: ReviewStatus };
  'GET /api/tables/{id}/review': { answer: ReviewStatus };
  'POST /api/reviews': { body: RecordRequest; answer: RecordReview };
  'GET /api/reviews/{id}': { answer: ReviewStatus };
  'GET /api/reviews/{id}/replay': { answer: Replay };
  'POST /api/scenes': { body: SceneRequest; answer: Scene };
  'GET /api/me/playing': { answer: Playing };
  'POST /api/tables/{id}/acts': { body: Act; answer: Now };
  'GET /api/tables/{id}/invitations': { answer: Invitations };
  'POST /api/tables/{id}/seats': { body: { name: string; colour: number | null }; answer: Joined };
  'POST /api/tables/{id}/link': { answer: PersonalLink };
  'GET /api/invitations/{token}': { answer: Invited };
  'POST /api/invitations/{token}': { body: { name: string; colour: number | null }; answer: Joined };
  'POST /api/links/{token}': { answer: Joined };
  'GET /api/me': { answer: Statistics };
  'POST /api/me': { answer: null };
  'POST /api/me/import': { body: ImportRequest; answer: Imported };
  'DELETE /api/me': { answer: null };
}

export type Answer<R extends keyof Requests> = Requests[R]['answer'];
export type Body<R extends keyof Requests> = Requests[R] extends { body: infer B } ? B : undefined;
