import * as shapes from '@crewroom/shared/protocol/routes/permissions'
import {
  createPermissionRule,
  deletePermissionRule,
  listPermissionRules,
} from '../../crew/permission-rules'
import { answerPermission } from '../../crew/permissions'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** Requests for permission that people answer, and the rules that answer in their place. */
export const PERMISSION_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Work', shapes.answerPermission, {
    id: 'answerPermission',
    who: 'owner',
    errors: ['need_not_found', 'already_answered', 'limit_reached'],
    summary:
      'Answers an agent’s request for permission with one of its own options; `always` adds the rule that the request names',
    sample: { path: { needId: '{permission}' }, body: { optionId: 'allow', always: true } },
    run: ({ crew, by, body, param }, { shard }) => ({
      body: answerPermission(shard, crew, by, param('needId'), body),
      leadId: crew.state.lead.id,
    }),
  }),
  row('Work', shapes.listPermissionRules, {
    id: 'listPermissionRules',
    who: 'reader',
    summary:
      'The rules by which a crew answers requests for permission without a person; empty for agents',
    run: ({ crew, by }) => ({
      body: { rules: listPermissionRules(crew, by) },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Work', shapes.createPermissionRule, {
    id: 'createPermissionRule',
    who: 'owner',
    status: [201],
    errors: ['limit_reached'],
    summary:
      'Adds a rule: what is allowed, refused or asked, per role and kind of tool, of commands by their words',
    sample: { body: { toolKind: 'execute', prefix: 'npm test', action: 'allow' } },
    run: ({ crew, by, body }, { shard }) => ({
      status: 201,
      body: { rule: createPermissionRule(shard, crew, by, body) },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Work', shapes.deletePermissionRule, {
    id: 'deletePermissionRule',
    who: 'owner',
    errors: ['rule_not_found'],
    summary: 'Removes a rule; what it answered is asked again',
    sample: { path: { ruleId: '{rule}' } },
    run: ({ crew, by, param }, { shard }) => ({
      body: { rule: deletePermissionRule(shard, crew, by, param('ruleId')) },
      leadId: crew.state.lead.id,
    }),
  }),
]
