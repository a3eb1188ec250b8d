CREATE TABLE `usage_hours` (
	`lead_id` text NOT NULL,
	`hour` text NOT NULL,
	`agent_id` text NOT NULL,
	`task_id` text NOT NULL,
	`turns` integer NOT NULL,
	`reported` integer NOT NULL,
	`input_tokens` integer,
	`output_tokens` integer,
	`total_tokens` integer,
	`cached_read_tokens` integer,
	`cached_write_tokens` integer,
	`cost` real,
	`estimated_cost` real,
	PRIMARY KEY(`lead_id`, `hour`, `agent_id`, `task_id`)
);
--> statement-breakpoint
CREATE INDEX `idx_tasks_agent` ON `tasks` (`lead_id`,`agent_id`,`created_at`);--> statement-breakpoint
INSERT INTO `usage_hours` SELECT lead_id, substr(ended_at, 1, 13),
	agent_id,
	coalesce((SELECT k.id FROM tasks k WHERE k.lead_id = t.lead_id AND k.agent_id = t.agent_id
		AND k.created_at <= t.at AND (k.ended_at IS NULL OR k.ended_at >= t.at)
		ORDER BY k.created_at DESC, k.rowid DESC LIMIT 1), '') AS task,
	count(*),
	sum(coalesce(usage ->> 'totalTokens', usage ->> 'inputTokens', usage ->> 'outputTokens') IS NOT NULL),
	sum(usage ->> 'inputTokens'), sum(usage ->> 'outputTokens'),
	sum(coalesce(usage ->> 'totalTokens', (usage ->> 'inputTokens') + (usage ->> 'outputTokens'),
		usage ->> 'inputTokens', usage ->> 'outputTokens')),
	sum(usage ->> 'cachedReadTokens'), sum(usage ->> 'cachedWriteTokens'),
	sum(usage ->> 'cost'), sum(usage ->> 'estimatedCost')
	FROM turns t WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3, 4;
