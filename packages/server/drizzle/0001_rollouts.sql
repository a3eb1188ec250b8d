CREATE TABLE `rollout_entries` (
	`agent_id` text NOT NULL,
	`n` integer NOT NULL,
	`lead_id` text NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`turn_id` text,
	`text` text,
	`data` text,
	`cut` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`agent_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `idx_rollout_entries_kind` ON `rollout_entries` (`agent_id`,`kind`,`n`);