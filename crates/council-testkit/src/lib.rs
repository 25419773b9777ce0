//! What tests share: the scenario runner, scripted sessions, fixtures. Never part of the product.
