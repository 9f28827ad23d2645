// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Pays many out of its own tokens in one transaction, as exchanges do.
contract BatchSender {
    function send(Token token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], values[i]);
    }
}
