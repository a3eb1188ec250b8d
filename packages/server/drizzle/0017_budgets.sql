CREATE TABLE `budgets` (
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`usd` real,
	`tokens` integer,
	`stage` text,
	`need_id` text,
	PRIMARY KEY(`lead_id`, `agent_id`)
);
