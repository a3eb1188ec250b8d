ALTER TABLE `agents` ADD `handle` text;--> statement-breakpoint
ALTER TABLE `agents` ADD `model` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `workspace` text;