import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import type { Setting } from '@anima/service/settings';
import Type, { type TSchema } from 'typebox';
import { type EngineSettings, engineSettings, type SettingsKeeper, settingNames } from './engine-settings.js';

function schemaOf({ rule, help: description }: Setting<unknown>): TSchema {
  if (rule!.type === 'choice') return Type.Enum(rule!.values, { description });
  const { type, ...range } = rule!;
  return type === 'integer'
    ? Type.Integer({ ...range, description })
    : Type.Number({ ...range, description });
}

const valueSchemas = Object.fromEntries(settingNames.map((name) => [name, schemaOf(engineSettings[name])]));
const Value = Type.Unsafe<number | string>({ type: ['number', 'string'] });

const Settings = Type.Object({
  settings: Type.Unsafe<EngineSettings>(Type.Object(valueSchemas)),
  rules: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.Enum(['integer', 'number', 'choice']),
      default: Value,
      minimum: Type.Optional(Type.Number()),
      maximum: Type.Optional(Type.Number()),
      values: Type.Optional(Type.Array(Type.String())),
      description: Type.String(),
    }),
  ),
});

const rules = settingNames.map((name) => {
  const { rule, fallback, help } = engineSettings[name] as Setting<number | string>;
  const { type, ...limits } = rule!;
  return { name, type, default: fallback, ...limits, description: help };
});

export function settingsRoutes(app: ServiceApp, keeper: SettingsKeeper, changed: () => void): void {
  const answer = () => ({ settings: keeper.current, rules });

  app.get(
    '/settings',
    {
      schema: {
        operationId: 'getSettings',
        summary: 'The settings, with their ranges and defaults',
        tags: ['settings'],
        response: { 200: Settings },
      },
    },
    async () => answer(),
  );

  app.patch(
    '/settings',
    {
      config: { errors: ['storage_full'] },
      schema: {
        operationId: 'changeSettings',
        summary: 'Change some settings; a bad value changes none',
        tags: ['settings'],
        body: Type.Unsafe<Partial<EngineSettings>>(
          strictObject(
            Object.fromEntries(settingNames.map((name) => [name, Type.Optional(valueSchemas[name]!)])),
          ),
        ),
        response: { 200: Settings },
      },
    },
    async (request) => {
      if (Object.keys(request.body).length === 0) {
        const message = `Expected at least one of ${settingNames.join(', ')}`;
        throw new AppError('validation_failed', message, { errors: [{ path: '', message }] });
      }
      await keeper.change(request.body);
      changed();
      return answer();
    },
  );

  app.post(
    '/settings/reset',
    {
      config: { bodyOptional: true, errors: ['storage_full'] },
      schema: {
        operationId: 'resetSettings',
        summary: 'Bring every setting back to its default',
        tags: ['settings'],
        body: strictObject({}),
        response: { 200: Settings },
      },
    },
    async () => {
      await keeper.reset();
      changed();
      return answer();
    },
  );
}
